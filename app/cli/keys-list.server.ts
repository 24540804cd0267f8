import { z } from 'zod'
import { command, table } from '#app/cli/command.server.ts'
import { listKeys } from '#app/features/keys/keys.server.ts'
import { snowflake } from '#app/primitives/schema.ts'

export const keysList = command({
  name: 'keys list',
  summary: 'Lists API keys, oldest first, without their secrets.',
  options: z.strictObject({
    guild: snowflake.optional().meta({ description: 'Only those of this guild.' }),
  }),
  run: async (ctx, input) => ({ keys: await listKeys(ctx, input) }),
  print: ({ keys }) => table(keys, 'There are no keys.'),
})
