import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|tsx|js)$/.test(file))
  .map((file) => ({ file: join('app', file), text: readFileSync(join('app', file), 'utf8') }))

/** What puts text into a statement as it is; everything else that Kysely takes becomes a parameter or a quoted name. */
const asItIs =
  /\b(?:sql\.(?:raw|lit|literal)|CompiledQuery\.raw|sql\.compile)\(\s*('[^'\\]*'(?=\s*\))|[^)]*)\s*\)/g
const literal = /^(?:'[^'\\]*'|"[^"\\]*"|`[^`$\\]*`)$/

/** What stands in such a call and is no text of the source. */
const given = (text: string) =>
  [...text.matchAll(asItIs)].map(([, argument = '']) => argument.trim()).filter((one) => !literal.test(one))

/** Each with the reason why nothing from outside gets there. */
const justified: Record<string, string[]> = {
  // `text` or `integer`, by its type and by the callers, who write it there.
  'app/platform/db/sql.server.ts': ['columns[name]'],
  // A number of milliseconds, a constant of that file: a pragma takes no parameters.
  'app/platform/db/migrate.server.ts': ['LOCK_TIMEOUT_MS'],
  // The name of a table of our own schema, after its migrations: a pragma takes no parameters.
  'app/features/backups/move.server.ts': ['name'],
}

test('no value gets into a statement but as a parameter', () => {
  const found = sources.map(({ file, text }) => [file, given(text)] as const).filter(([, all]) => all.length)
  expect(Object.fromEntries(found)).toEqual(justified)
})

test('only what opens a database has a driver, and Kysely by no other name', () => {
  const driver = /from 'pg'|from 'better-sqlite3|import\('better-sqlite3|\bsqliteDriver\b/
  const found = sources
    .filter(({ text }) => driver.test(text.replace(/^import type .*$/gm, '')))
    .map(({ file }) => file)
  expect(found).toEqual([
    'app/platform/db/connection.server.ts',
    'app/platform/db/postgres-dialect.server.ts',
    'app/platform/db/sqlite-dialect.server.ts',
    'app/platform/db/untyped.d.ts',
  ])
  const renamed = /\bsql as\b|\{[^}]*\b(?:raw|lit)\b[^}]*\} = sql\b|\bsql\[/
  for (const { file, text } of sources) expect(text, file).not.toMatch(renamed)
})

test('what would be injected is found', () => {
  expect(given("sql.raw('now()') and sql.lit('[]')")).toEqual([])
  expect(given('sql`order by ${sql.raw(query.order)}`')).toEqual(['query.order'])
  expect(given("CompiledQuery.raw('delete from ' + table)")).toEqual(["'delete from ' + table"])
  expect(given('sql.raw(`limit ${count}`)')).toEqual(['`limit ${count}`'])
  expect(given('sql`limit ${count}`')).toEqual([])
})
