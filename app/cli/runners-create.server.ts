import { command, lines } from '#app/cli/command.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { createRunnerInput } from '#app/features/runners/schema.ts'

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
