import type { Db } from '#app/platform/db/connection.server.ts'
import { whenCommitted } from '#app/platform/db/transaction.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'

/** How long changes are gathered before they are told, in milliseconds. */
const GATHERED = 250

/** The guilds with changes that were not told yet, by the signals that tell them. */
const waiting = new WeakMap<Signals, Set<string>>()

/**
 * Tells those who watch that jobs, runs or runners of guilds have changed, once it is committed; an empty id stands for all
 * guilds. What changes together is told together. A signal may be lost: it only spares people the wait for the next look.
 */
export function tellChanged(ctx: { db: Db; signals: Signals }, guildIds: Iterable<string>): void {
  const { signals } = ctx
  const guilds = new Set(guildIds)
  if (!guilds.size) return
  whenCommitted(ctx, `changed ${[...guilds].join()}`, () => {
    const gathered = waiting.get(signals)
    if (gathered) return guilds.forEach((id) => gathered.add(id))
    waiting.set(signals, guilds)
    setTimeout(() => {
      waiting.delete(signals)
      void signals.publish('activity', { guilds: [...guilds] })
    }, GATHERED).unref()
  })
}
