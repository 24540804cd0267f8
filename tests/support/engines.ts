import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLong } from '#tests/support/depth.ts'
import { addressOf, aName, borrowDatabase, createDatabase, dropDatabase } from '#tests/support/db/postgres.ts'
import { temporaryFolder, type Env } from '#tests/support/http/server.ts'
import { noteSpawned } from '#tests/support/reporters/spawned.ts'

/** A database, a signal store and a data folder, as settings of the service; `remove` takes all of them away. */
export type Engine = { name: string; env: Env & { DATA_DIR: string }; remove(): Promise<void> }

const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env

/** SQLite and memory always; the others where their servers are named. For what depends on the store. */
export const engineNames = [
  'sqlite, memory',
  ...(database || redis ? [[database ? 'postgres' : 'sqlite', redis ? 'redis' : 'memory'].join(', ')] : []),
]

/** For what does not depend on the store: one engine, and all of them with `TEST_DEPTH=long`. */
export const oneEngine = isLong ? engineNames : engineNames.slice(0, 1)

/** Makes the stores of an engine, migrated unless told otherwise, and without a row. */
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

/** A folder for `DATA_DIR` with a migrated SQLite database that has no row, removed by the returned function. */
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
