import { z } from 'zod'
import { roles } from '#app/access.ts'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createUser } from '#app/features/accounts/accounts.server.ts'
import { createUserInput, setPasswordInput, setRoleInput } from '#app/features/accounts/schema.ts'
import { listAllUsers, setPassword, setRole } from '#app/features/accounts/users.server.ts'

const { email: newEmail, name: newName, password: newPassword, role: newRole } = createUserInput.shape

export const usersCreate = command({
  name: 'users create',
  summary: 'Makes an account.',
  options: createUserInput.extend({
    email: newEmail.meta({ description: 'The e-mail address to sign in with.' }),
    name: newName.meta({ description: 'The name that others see.' }),
    password: newPassword.meta({ description: 'At least 8 characters; - reads it from standard input.' }),
    role: newRole.meta({ description: `One of ${roles.join(', ')}; member when not given.` }),
  }),
  run: createUser,
  print: (user) => `${user.email} has an account now (${user.role}, ${user.id}).`,
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
  summary: 'Gives an account a new password and ends its sessions.',
  options: setPasswordInput.extend({
    email: email.meta({ description: 'The e-mail address of the account.' }),
    password: password.meta({ description: 'At least 8 characters; - reads it from standard input.' }),
  }),
  run: setPassword,
  print: ({ email }) => `${email} has a new password now, and is signed out everywhere.`,
})

const { email: roleEmail, role } = setRoleInput.shape

export const usersSetRole = command({
  name: 'users set-role',
  summary: 'Gives an account another role.',
  options: setRoleInput.extend({
    email: roleEmail.meta({ description: 'The e-mail address of the account.' }),
    role: role.meta({ description: `One of ${roles.join(', ')}.` }),
  }),
  run: setRole,
  print: ({ id, email, role }) => lines({ id, email, role }),
})
