import { roles } from '#app/access.ts'
import { command } from '#app/cli/command.server.ts'
import { createUser } from '#app/features/accounts/accounts.server.ts'
import { createUserInput } from '#app/features/accounts/schema.ts'

const { email, name, password, role } = createUserInput.shape

export const usersCreate = command({
  name: 'users create',
  summary: 'Makes an account.',
  options: createUserInput.extend({
    email: email.meta({ description: 'The e-mail address to sign in with.' }),
    name: name.meta({ description: 'The name that others see.' }),
    password: password.meta({ description: 'At least 8 characters; - reads it from standard input.' }),
    role: role.meta({ description: `One of ${roles.join(', ')}; member when not given.` }),
  }),
  run: createUser,
  print: (user) => `${user.email} has an account now (${user.role}, ${user.id}).`,
})
