import { z } from 'zod'

const engines = ['sqlite', 'postgresql'] as const
export type Engine = (typeof engines)[number]

/** The name of the file with the database, by engine. */
export const databaseFiles = { sqlite: 'signpost.db', postgresql: 'signpost.dump' } as const

/** What a backup says of itself, in `manifest.json`. It is written last: a folder without one is no backup. */
export const manifest = z.object({
  format: z.literal('signpost-backup'),
  version: z.literal(1),
  made_at: z.iso.datetime(),
  /** The version of Signpost that made it. */
  release: z.string(),
  engine: z.enum(engines),
  /** The migrations that the database has had. */
  migrations: z.array(z.string()),
  /** Whether `KEY_PEPPER` was set: it is in no backup, and keys need it. */
  own_pepper: z.boolean(),
  /** Every file beside this one, by its path in the folder. */
  files: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifest>

export const MANIFEST = 'manifest.json'
