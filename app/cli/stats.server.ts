import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { readInput } from '#app/cli/read-input.server.ts'
import { Invalid } from '#app/errors.ts'
import { importStats } from '#app/features/stats/import.server.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { formatAmount } from '#app/primitives/count.ts'

/** Maximum size of an import file, in bytes. Large enough for a hundred years of daily data. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

export const statsImport = command({
  name: 'stats import',
  summary:
    'Imports a JSON export of statistics and replaces the guild’s data for the same days. Repeating an import has no further effect.',
  options: z.strictObject({
    guild: snowflake.meta({ description: 'Id of the guild in the file.' }),
    file: z
      .string()
      .min(1, { error: 'Enter a filename, or - for standard input.' })
      .meta({ description: 'JSON export, or - for standard input.' }),
  }),
  run: async (ctx, { guild, file }) =>
    importStats(ctx, {
      guildId: guild,
      document: parse((await readInput(file, MAX_FILE_BYTES)).toString('utf8')),
    }),
  print: ({ guild_id, from, to, days, replaced, snapshots }) =>
    `${guild_id}: imported ${formatAmount(days, 'day', 'days')} from ${from} to ${to}, and ${formatAmount(snapshots, 'snapshot', 'snapshots')}. ${formatAmount(replaced, 'existing day was', 'existing days were')} replaced.`,
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Invalid('The file is not JSON. Import the JSON export instead of the CSV.')
  }
}
