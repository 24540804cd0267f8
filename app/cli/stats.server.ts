import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { command } from '#app/cli/command.server.ts'
import { Invalid } from '#app/errors.ts'
import { importStats } from '#app/features/stats/import.server.ts'
import { snowflake } from '#app/primitives/schema.ts'

/** The largest file that is read, in bytes: a hundred years of days are less. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

export const statsImport = command({
  name: 'stats import',
  summary: 'Takes an export of statistics back: its days replace those of the guild. Again changes nothing.',
  options: z.strictObject({
    guild: snowflake.meta({ description: 'The id of the guild that the file is of.' }),
    file: z
      .string()
      .min(1, { error: 'Name a file, or - for standard input.' })
      .meta({ description: 'The export in JSON, or - for standard input.' }),
  }),
  run: async (ctx, { guild, file }) =>
    importStats(ctx, { guildId: guild, document: parse(await readAll(file)) }),
  print: ({ guild_id, from, to, days, replaced, snapshots }) =>
    `${guild_id} has the ${days} days of the file, ${from} to ${to}, and ${snapshots} snapshots. ${replaced} days were there before and are replaced.`,
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
        throw new Invalid(`The file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Invalid) throw error
    throw new Invalid(`The file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Invalid('The file is no JSON. An export in CSV cannot be taken back.')
  }
}
