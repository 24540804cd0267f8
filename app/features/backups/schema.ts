import { z } from 'zod'

const engines = ['sqlite', 'postgresql'] as const
export type Engine = (typeof engines)[number]

/** Name of the database file, by engine. */
export const databaseFiles = { sqlite: 'signpost.db', postgresql: 'signpost.dump' } as const

/** Contents of `manifest.json`, which is written last. A folder without a manifest is not a backup. */
export const manifest = z.object({
  format: z.literal('signpost-backup'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  /** Version of Signpost that created the backup. */
  release: z.string(),
  engine: z.enum(engines),
  /** Applied migrations of the database. */
  migrations: z.array(z.string()),
  /** True if `KEY_PEPPER` was set. Backups never contain its value, but keys need it. */
  own_pepper: z.boolean(),
  /** All other files, by path in the folder. */
  files: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifest>

export const MANIFEST = 'manifest.json'
