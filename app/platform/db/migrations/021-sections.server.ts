import { type Kysely, sql } from 'kysely'

/** Sections of the documentation in version 0.1, with the group that replaces each. */
const renamed = {
  Start: 'Get started',
  Reading: 'Site',
  Agents: 'Site',
  Writing: 'Site',
  Accounts: 'Trust',
  Discord: 'Discord bot',
  'API reference': 'Reference',
}

/** Moves documents of the CMS to the new groups: entries, revisions, unsaved input and published versions. */
export async function up(db: Kysely<unknown>) {
  for (const [before, after] of Object.entries(renamed)) {
    await sql`update cms_entries set section = ${after} where section = ${before}`.execute(db)
    const [from, to] = [`"section":"${before}"`, `"section":"${after}"`]
    for (const [table, column] of [
      ['cms_revisions', 'fields'],
      ['cms_drafts', 'fields'],
      ['published_entries', 'entry'],
    ] as const)
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${from}, ${to})
        where ${sql.ref(column)} like ${`%${from}%`}
      `.execute(db)
  }
}
