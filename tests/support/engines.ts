import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLong } from '#tests/support/depth.ts'
import { addressOf, aName, borrowDatabase, createDatabase, dropDatabase } from '#tests/support/db/postgres.ts'
import { temporaryFolder, type Env } from '#tests/support/http/server.ts'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** The settings of a database, a signal store and a data folder. `remove` deletes the folder and releases the database. */
export type Engine = { name: string; env: Env & { DATA_DIR: string }; remove(): Promise<void> }

const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env

/** Engines for tests that depend on the store: SQLite and memory, plus the configured servers. */
export const engineNames = [
  'sqlite, memory',
  ...(database || redis ? [[database ? 'postgres' : 'sqlite', redis ? 'redis' : 'memory'].join(', ')] : []),
]

/** Engines for tests that do not depend on the store. One by default, all with `TEST_DEPTH=long`. */
export const oneEngine = isLong ? engineNames : engineNames.slice(0, 1)

/** Opens the stores of an engine, migrated by default, with only the rows that migrations wrote. */
export async function openEngine(name: string, { migrated = true } = {}): Promise<Engine> {
  noteSpawned('databases')
  const folder = await (migrated ? dataFolder() : temporaryFolder())
  const env: Engine['env'] = {
    DATA_DIR: folder.path,
    ...(name.includes('redis') ? { REDIS_URL: redis! } : {}),
  }
  if (!name.startsWith('postgres')) return { name, env, remove: folder.remove }
  const own = await (migrated ? borrowDatabase() : emptyDatabase())
  return {
    name,
    env: { ...env, DATABASE_URL: addressOf(own.name) },
    async remove() {
      await own.giveBack()
      await folder.remove()
    },
  }
}

/** Creates a folder for `DATA_DIR` with a migrated SQLite database. `remove` deletes it. */
export async function dataFolder() {
  const folder = await temporaryFolder()
  const { TEST_SQLITE_TEMPLATE: template } = process.env
  if (template) await copyFile(template, join(folder.path, 'signpost.db'))
  return folder
}

async function emptyDatabase() {
  const name = aName()
  await createDatabase(name)
  return { name, giveBack: () => dropDatabase(name) }
}
