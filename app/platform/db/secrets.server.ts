import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#app/platform/config/config.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'

const stored = z.object({ pepper: z.string().min(43) })

/**
 * Secrets created at the first start. `pepper` keys the hashes of API keys and runner tokens unless `KEY_PEPPER` is
 * set.
 */
export type Secrets = Readonly<z.infer<typeof stored>>

/** Reads or creates the secrets: in the shared database, or else in a private file. */
export async function loadSecrets(config: Config, db: Db): Promise<Secrets> {
  return config.databaseUrl ? fromDatabase(db) : fromFile(config.dataDir)
}

const fresh = () => ({ pepper: randomBytes(32).toString('base64url') })

async function fromDatabase(db: Db): Promise<Secrets> {
  const rows = Object.entries(fresh()).map(([name, value]) => ({
    name,
    value,
    created_at: new Date().toISOString(),
  }))
  await db
    .insertInto('secrets')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const all = await db.selectFrom('secrets').select(['name', 'value']).execute()
  return Object.freeze(stored.parse(Object.fromEntries(all.map(({ name, value }) => [name, value]))))
}

async function fromFile(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (existing === null) await writeOnce(dataDir, path)
  return Object.freeze(stored.parse(JSON.parse(existing ?? (await readFile(path, 'utf8')))))
}

/**
 * Writes the secrets durably before they are used. `link` never replaces a file, so concurrent starts use the same
 * file.
 */
async function writeOnce(dataDir: string, path: string) {
  const draft = join(dataDir, `.secrets.${randomBytes(6).toString('hex')}.json`)
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${JSON.stringify(fresh(), null, 2)}\n`)
  await file.sync()
  await file.close()
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
}
