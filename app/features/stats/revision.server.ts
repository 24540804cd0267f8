import type { Context } from '#app/context.server.ts'
import { lockAndRaiseRevision, raiseRevisions } from '#app/features/stats/store.server.ts'

/** Marks the statistics of guilds as changed now. Runs in a transaction that holds the guilds. */
export const markStatsChanged = ({ db, now }: Context, guildIds: string[]) =>
  raiseRevisions(db, guildIds, now().toISOString())

/**
 * Locks the event's guild until the transaction ends and marks its statistics as changed unless the event is known.
 * Returns false if the guild is not here.
 */
export const lockGuildAndMarkChanged = async (
  { db, now }: Context,
  event: { guild_id: string; id: string },
) => Boolean(await lockAndRaiseRevision(db, event, now().toISOString()))
