import { z } from 'zod'
import { command, lines, table } from '#app/cli/command.server.ts'
import { createRunner, listRunners, revokeRunner } from '#app/features/runners/runners.server.ts'
import { createRunnerInput, runnerId } from '#app/features/runners/schema.ts'

const { name, guild } = createRunnerInput.shape

export const runnersCreate = command({
  name: 'runners create',
  summary: 'Creates a token for a bot runner and prints it once.',
  options: createRunnerInput.extend({
    name: name.meta({ description: 'Name of the runner.' }),
    guild: guild.meta({ description: 'Limits the token to this guild. Default: every guild.' }),
  }),
  run: createRunner,
  print: (runner) => `${lines(runner)}

Store the token now. The token will not be shown again.`,
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
  summary: 'Revokes a runner’s token and closes its sockets within five seconds.',
  options: runnerId.extend({
    id: runnerId.shape.id.meta({ description: 'Runner id, as shown by runners list.' }),
  }),
  run: revokeRunner,
  print: (runner) => `The runner ${runner.name} (${runner.id}) was revoked.`,
})
