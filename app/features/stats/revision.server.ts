import type { Context } from '#app/context.server.ts'
import { lockAndRaiseRevision, raiseRevisions } from '#app/features/stats/store.server.ts'

/** Marks the statistics of guilds as changed now. Callers must lock the guilds in a transaction. */
export const markStatsChanged = ({ db, now }: Context, guildIds: string[]) =>
  raiseRevisions(db, guildIds, now().toISOString())

/**
 * Locks the event's guild until the transaction ends. Marks the guild's statistics as changed if the event is new.
 * Returns false for an unknown guild.
 */
export const lockGuildAndMarkChanged = async (
  { db, now }: Context,
  event: { guild_id: string; id: string },
) => Boolean(await lockAndRaiseRevision(db, event, now().toISOString()))
