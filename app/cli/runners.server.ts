import { z } from 'zod'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createRunner, listRunners, revokeRunner } from '#app/features/runners/runners.server.ts'
import { createRunnerInput, runnerId } from '#app/features/runners/schema.ts'

const { name, guild } = createRunnerInput.shape

export const runnersCreate = command({
  name: 'runners create',
  summary: 'Makes a token for a bot runner and prints it, this once.',
  options: createRunnerInput.extend({
    name: name.meta({ description: 'What the runner is called.' }),
    guild: guild.meta({ description: 'The only guild that it may report on; every guild when not given.' }),
  }),
  run: createRunner,
  print: (runner) => `${lines(runner)}\n\nKeep the token now: it is not shown again.`,
})

export const runnersList = command({
  name: 'runners list',
  summary: 'Lists the runners, oldest first, without their tokens.',
  options: z.object({}),
  run: async (ctx) => ({ runners: await listRunners(ctx) }),
  print: ({ runners }) => table(runners, 'There are no runners.'),
})

export const runnersRevoke = command({
  name: 'runners revoke',
  summary: 'Ends a runner’s token; its sockets close within five seconds.',
  options: runnerId.extend({
    id: runnerId.shape.id.meta({ description: 'The runner’s id, as runners list shows it.' }),
  }),
  run: revokeRunner,
  print: (runner) => `The runner ${runner.name} (${runner.id}) is revoked.`,
})
