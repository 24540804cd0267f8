import { z } from 'zod'
import { roles } from '#app/access.ts'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createUser } from '#app/features/accounts/accounts.server.ts'
import { createUserInput, setPasswordInput, setRoleInput } from '#app/features/accounts/schema.ts'
import { listAllUsers, setPassword, setRole } from '#app/features/accounts/users.server.ts'

const { email: newEmail, name: newName, password: newPassword, role: newRole } = createUserInput.shape

export const usersCreate = command({
  name: 'users create',
  summary: 'Creates an account.',
  options: createUserInput.extend({
    email: newEmail.meta({ description: 'Email address for signing in.' }),
    name: newName.meta({ description: 'Name that others see.' }),
    password: newPassword.meta({
      description: 'At least 8 characters. Use - to read the password from standard input.',
    }),
    role: newRole.meta({ description: `Use one of: ${roles.join(', ')}. Default: member.` }),
  }),
  run: createUser,
  print: (user) => `Created the account ${user.email} (${user.role}, ${user.id}).`,
})

export const usersList = command({
  name: 'users list',
  summary: 'Lists the accounts, oldest first.',
  options: z.object({}),
  run: async (ctx) => ({ users: await listAllUsers(ctx) }),
  print: ({ users }) =>
    table(
      users.map(({ id, email, name, role, created_at }) => ({ id, email, name, role, created_at })),
      'There are no accounts.',
    ),
})

const { email, password } = setPasswordInput.shape

export const usersSetPassword = command({
  name: 'users set-password',
  summary: 'Sets an account’s password and signs the account out everywhere.',
  options: setPasswordInput.extend({
    email: email.meta({ description: 'Email address of the account.' }),
    password: password.meta({
      description: 'At least 8 characters. Use - to read the password from standard input.',
    }),
  }),
  run: setPassword,
  print: ({ email }) => `Changed the password for ${email} and signed the account out everywhere.`,
})

const { email: roleEmail, role } = setRoleInput.shape

export const usersSetRole = command({
  name: 'users set-role',
  summary: 'Changes the role of an account.',
  options: setRoleInput.extend({
    email: roleEmail.meta({ description: 'Email address of the account.' }),
    role: role.meta({ description: `Use one of: ${roles.join(', ')}.` }),
  }),
  run: setRole,
  print: ({ id, email, role }) => lines({ id, email, role }),
})
