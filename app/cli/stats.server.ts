import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { Invalid } from '#app/errors.ts'
import { importStats } from '#app/features/stats/import.server.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

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
    importStats(ctx, { guildId: guild, document: parse(await readAll(file)) }),
  print: ({ guild_id, from, to, days, replaced, snapshots }) =>
    `${guild_id}: imported ${formatAmount(days, 'day', 'days')} from ${from} to ${to}, and ${formatAmount(snapshots, 'snapshot', 'snapshots')}. ${formatAmount(replaced, 'existing day was', 'existing days were')} replaced.`,
})

async function readAll(file: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of (file === '-'
      ? process.stdin
      : createReadStream(file)) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_FILE_BYTES)
        throw new Invalid(
          `The file is larger than ${formatBytes(MAX_FILE_BYTES)}. Import fewer days at a time.`,
        )
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Invalid) throw error
    throw new Invalid(
      `Cannot read the file (${(error as NodeJS.ErrnoException).code ?? 'unknown'}). Check its path and permissions.`,
    )
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Invalid('The file is not JSON. Import the JSON export instead of the CSV.')
  }
}
