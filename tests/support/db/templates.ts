import { join } from 'node:path'
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { addressOf, aName, createDatabase, dropCopies, rowsOf } from '#tests/support/db/postgres.ts'
import { engineNames } from '#tests/support/engines.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

type Undo = () => Promise<void>
/** Each Vitest project loads its own copy of this module, so they share state through `globalThis`. */
const meeting = globalThis as { databaseTemplates?: Promise<Undo> }

/** Migrates one database of each kind before the first test. `openEngine` copies them, which takes a tenth of the time. */
export default async function setup(): Promise<Undo | undefined> {
  const first = !meeting.databaseTemplates
  const undo = await (meeting.databaseTemplates ??= make())
  return first ? undo : undefined
}

async function make(): Promise<Undo> {
  const folder = await temporaryFolder()
  await migrated({ dataDir: folder.path })
  process.env.TEST_SQLITE_TEMPLATE = join(folder.path, 'signpost.db')
  if (!engineNames.some((name) => name.startsWith('postgres'))) return folder.remove
  const name = aName()
  await createDatabase(name)
  await migrated({ dataDir: folder.path, databaseUrl: addressOf(name) })
  process.env.TEST_POSTGRES_ROWS = JSON.stringify(await rowsOf(name))
  process.env.TEST_POSTGRES_TEMPLATE = name
  return async () => {
    await dropCopies(name)
    await folder.remove()
  }
}

async function migrated(where: { dataDir: string; databaseUrl?: string }) {
  const db = await openDatabase({ databaseUrl: undefined, ...where })
  await migrate(db)
  await db.destroy()
}
