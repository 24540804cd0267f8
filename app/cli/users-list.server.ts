import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { everyUser } from '#app/features/accounts/users.server.ts'

export const usersList = command({
  name: 'users list',
  summary: 'Lists the accounts, oldest first.',
  options: z.object({}),
  run: async (ctx) => ({ users: await everyUser(ctx) }),
  print: ({ users }) =>
    table(
      users.map(({ id, email, name, role, created_at }) => ({ id, email, name, role, created_at })),
      'There are no accounts.',
    ),
})
