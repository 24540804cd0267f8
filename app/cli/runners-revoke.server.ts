import { command } from '#app/cli/command.server.ts'
import { revokeRunner } from '#app/features/runners/runners.server.ts'
import { runnerId } from '#app/features/runners/schema.ts'

export const runnersRevoke = command({
  name: 'runners revoke',
  summary: 'Ends a runner’s token; its sockets close within five seconds.',
  options: runnerId.extend({
    id: runnerId.shape.id.meta({ description: 'The runner’s id, as runners list shows it.' }),
  }),
  run: revokeRunner,
  print: (runner) => `The runner ${runner.name} (${runner.id}) is revoked.`,
})
