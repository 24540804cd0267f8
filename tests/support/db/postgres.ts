import { randomBytes } from 'node:crypto'
import pg from 'pg'

const { TEST_DATABASE_URL: server = '' } = process.env

/** Returns the name of the migrated database to copy; undefined before `templates.ts` creates it. */
const template = () => process.env.TEST_POSTGRES_TEMPLATE
/** Unused databases of this worker. */
const free: string[] = []
/** The tables of every copy of the template. */
let emptied: string[] | undefined

/** Returns an unused name for a test database. */
export const aName = () => `signpost_test_${randomBytes(6).toString('hex')}`

/** Returns the URL of another database on the server of `TEST_DATABASE_URL`. */
export function addressOf(name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Creates a database without `synchronous_commit`: no test needs durability after a crash of the machine. */
export async function createDatabase(name: string, copied?: string): Promise<void> {
  await runSql(server, `create database ${name}${copied ? ` template ${copied}` : ''}`)
  await runSql(server, `alter database ${name} set synchronous_commit = off`)
}

/** Drops a database and closes its connections. */
export const dropDatabase = (name: string): Promise<void> =>
  runSql(server, `drop database if exists ${name} with (force)`)

/** Drops the template and every copy of it. */
export async function dropCopies(name: string): Promise<void> {
  const client = await connect(server)
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [name],
  )
  await client.end()
  for (const { datname } of rows) await dropDatabase(datname)
}

/**
 * Lends a migrated database. `giveBack` resets it for the next test, in a tenth of the time of dropping it and making
 * another copy.
 */
export async function borrowDatabase(): Promise<{ name: string; giveBack(): Promise<void> }> {
  const from = template()
  const name = free.pop() ?? (await copyOf(from))
  return {
    name,
    async giveBack() {
      if (!from) return dropDatabase(name)
      await empty(name)
      free.push(name)
    },
  }
}

async function copyOf(copied?: string) {
  const name = copied ? `${copied}_${randomBytes(6).toString('hex')}` : aName()
  await createDatabase(name, copied)
  return name
}

/** Brings a copy of the template back to what it was: no connection, and only the rows that migrations wrote. */
async function empty(name: string) {
  const client = await connect(addressOf(name))
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const tables = (emptied ??= await tablesOf(client))
  const rows = JSON.parse(process.env.TEST_POSTGRES_ROWS ?? '{}') as Record<string, unknown[]>
  await client.query(
    [
      'set session_replication_role = replica',
      ...tables.map((table) => `delete from ${table}`),
      ...Object.entries(rows).map(
        ([table, values]) =>
          `insert into ${table} select * from json_populate_recordset(null::${table}, ${client.escapeLiteral(JSON.stringify(values))})`,
      ),
    ].join(';'),
  )
  await client.end()
}

/** The rows that migrations write, by table. */
export async function rowsOf(name: string): Promise<Record<string, unknown[]>> {
  const client = await connect(addressOf(name))
  const found: Record<string, unknown[]> = {}
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query(`select * from ${table}`)
    if (rows.length) found[table] = rows
  }
  await client.end()
  return found
}

async function tablesOf(client: pg.Client) {
  const { rows } = await client.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'public'`,
  )
  return rows.map(({ tablename }) => tablename)
}

/** Runs a statement on a connection of its own. */
export async function runSql(connectionString: string, statement: string) {
  const client = await connect(connectionString)
  await client.query(statement)
  await client.end()
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}
