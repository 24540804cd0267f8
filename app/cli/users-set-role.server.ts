import { roles } from '#app/access.ts'
import { command, lines } from '#app/cli/command.server.ts'
import { setRoleInput } from '#app/features/accounts/schema.ts'
import { setRole } from '#app/features/accounts/users.server.ts'

const { email, role } = setRoleInput.shape

export const usersSetRole = command({
  name: 'users set-role',
  summary: 'Gives an account another role.',
  options: setRoleInput.extend({
    email: email.meta({ description: 'The e-mail address of the account.' }),
    role: role.meta({ description: `One of ${roles.join(', ')}.` }),
  }),
  run: setRole,
  print: ({ id, email, role }) => lines({ id, email, role }),
})
