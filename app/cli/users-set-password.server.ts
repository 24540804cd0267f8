import { command } from '#app/cli/command.server.ts'
import { setPasswordInput } from '#app/features/accounts/schema.ts'
import { setPassword } from '#app/features/accounts/users.server.ts'

const { email, password } = setPasswordInput.shape

export const usersSetPassword = command({
  name: 'users set-password',
  summary: 'Gives an account a new password and ends its sessions.',
  options: setPasswordInput.extend({
    email: email.meta({ description: 'The e-mail address of the account.' }),
    password: password.meta({ description: 'At least 8 characters; - reads it from standard input.' }),
  }),
  run: setPassword,
  print: ({ email }) => `${email} has a new password now, and is signed out everywhere.`,
})
