import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { listRunners } from '#app/features/runners/runners.server.ts'

export const runnersList = command({
  name: 'runners list',
  summary: 'Lists the runners, oldest first, without their tokens.',
  options: z.object({}),
  run: async (ctx) => ({ runners: await listRunners(ctx) }),
  print: ({ runners }) => table(runners, 'There are no runners.'),
})
