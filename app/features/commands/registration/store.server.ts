import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#app/platform/db/connection.server.ts'
import { is } from '#app/platform/db/sql.server.ts'
import type { Tables } from '#app/platform/db/tables/tables.ts'

export type RegistrationRow = Selectable<Tables['command_registrations']>
type Claim = { guildId: string; claim: string }

export const registrationRow = (db: Db, guildId: string) =>
  db.selectFrom('command_registrations').selectAll().where('guild_id', '=', guildId).executeTakeFirst()

/** Counts the guilds whose commands are registered for an application, with the time of the last registration. */
export const registrationTotals = (db: Db, applicationId: string) =>
  db
    .selectFrom('command_registrations')
    .select(({ fn }) => [
      fn.countAll<number>().as('guilds'),
      fn.max<string | null>('registered_at').as('registered_at'),
    ])
    .where('registered', 'like', `%"application_id":"${applicationId}"%`)
    .executeTakeFirstOrThrow()

/** Returns one failed registration. */
export const failedRegistration = (db: Db) =>
  db
    .selectFrom('command_registrations')
    .select(['guild_id', 'last_error'])
    .where('last_error', 'is not', null)
    .where('guild_id', '!=', DEMO_GUILD.id)
    .orderBy('guild_id')
    .limit(1)
    .executeTakeFirst()

/** Returns the time of the last use of any command, except those of the demo guild. */
export const lastUse = (db: Db) =>
  db
    .selectFrom('commands')
    .select(({ fn }) => fn.max<string | null>('last_used_at').as('at'))
    .where('guild_id', '!=', DEMO_GUILD.id)
    .executeTakeFirstOrThrow()

/**
 * Claims a guild's registration. Returns undefined while another claim is active. If a process ends, its claim expires.
 */
export const claimRegistration = (
  db: Db,
  { guildId, claim, at, until }: Claim & { at: string; until: string },
) =>
  db
    .insertInto('command_registrations')
    .values({ guild_id: guildId, claim, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .column('guild_id')
        .doUpdateSet({ claim, claimed_until: until })
        .where((where) =>
          where.or([
            where('command_registrations.claim', 'is', null),
            where('command_registrations.claimed_until', '<=', at),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst()

/**
 * Updates the registration row if the claim is still active. Returns undefined if another registration has claimed the
 * row.
 */
export const writeRegistration = (
  db: Db,
  { guildId, claim }: Claim,
  change: Updateable<Tables['command_registrations']>,
) =>
  db
    .updateTable('command_registrations')
    .set(change)
    .where(is('command_registrations', { guild_id: guildId, claim }))
    .returningAll()
    .executeTakeFirst()

export const enabledCommands = (db: Db, guildId: string) =>
  db.selectFrom('commands').selectAll().where('guild_id', '=', guildId).where('enabled', '=', 1).execute()

type Mark = Pick<Updateable<Tables['commands']>, 'discord_command_id' | 'registered_at' | 'registered_hash'>

export const markRegistered = (db: Db, id: string, mark: Mark) =>
  db.updateTable('commands').set(mark).where('id', '=', id).execute()

/** Clears the registration data of a guild's commands that are not in `ids`. */
export const unmarkOthers = (db: Db, guildId: string, ids: string[]) =>
  db
    .updateTable('commands')
    .set({ discord_command_id: null, registered_at: null, registered_hash: null })
    .where('guild_id', '=', guildId)
    .where('registered_hash', 'is not', null)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
