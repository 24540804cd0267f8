import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import type { Insertable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { inChunks, insertNew, is, writeOver } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export const integrationRows = (db: Db, guildId: string) =>
  db.selectFrom('integrations').selectAll().where('guild_id', '=', guildId).execute()

export const integrationRow = (db: Db, guildId: string, slug: string) =>
  db
    .selectFrom('integrations')
    .selectAll()
    .where(is('integrations', { guild_id: guildId, slug }))
    .executeTakeFirst()

/** Returns the disabled integrations of these guilds. */
export const disabledIn = (db: Db, guildIds: string[]) =>
  inChunks(guildIds, (chunk) =>
    db
      .selectFrom('integrations')
      .select(['guild_id', 'slug'])
      .where('guild_id', 'in', chunk)
      .where('enabled', '=', 0)
      .execute(),
  )

/** Updates the row if its version is `version`, or inserts the first row. Otherwise returns undefined. */
export const writeIntegration = (db: Db, row: Insertable<Tables['integrations']>, version: number) =>
  version === 0
    ? insertNew(db, 'integrations', row, ['guild_id', 'slug'])
    : writeOver(db, 'integrations', { guild_id: row.guild_id, slug: row.slug, version }, row)

export const heartbeatRows = (db: Db, guildId: string) =>
  db.selectFrom('heartbeats').selectAll().where('guild_id', 'in', [guildId, '']).execute()

/** Records a heartbeat. The time never decreases, even if clocks differ between instances. */
export const writeHeartbeat = (db: Db, row: { guild_id: string; slug: string; at: string }) =>
  db
    .insertInto('heartbeats')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['guild_id', 'slug'])
        .doUpdateSet({ at: row.at })
        .where((where) =>
          where.or([where('heartbeats.at', 'is', null), where('heartbeats.at', '<', row.at)]),
        ),
    )
    .execute()

/** Returns the time of an integration's last heartbeat in any guild. */
export const lastHeartbeat = (db: Db, slug: string) =>
  db
    .selectFrom('heartbeats')
    .select(({ fn }) => fn.max<string | null>('at').as('at'))
    .where('slug', '=', slug)
    .where('guild_id', '!=', DEMO_GUILD.id)
    .executeTakeFirstOrThrow()
