import type { Db } from '#app/platform/db/connection.server.ts'

type DeferredWork = Map<string, () => unknown>

/** What each open transaction has put off until it is committed. */
const afterCommit = new WeakMap<Db, DeferredWork>()

/** Runs `work` in one transaction. Nothing inside waits for the network; what it throws rolls everything back. */
export async function inTransaction<C extends { db: Db }, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const later: DeferredWork = new Map()
  const result = await ctx.db.transaction().execute((db) => {
    afterCommit.set(db, later)
    return work({ ...ctx, db })
  })
  for (const call of later.values()) call()
  return result
}

/**
 * Calls `work` once the transaction that `ctx` is in has been committed, and never when it is rolled back; at once where
 * there is none. Of several calls with one name in a transaction the last one counts.
 */
export function onCommit({ db }: { db: Db }, name: string, work: () => unknown): void {
  const later = afterCommit.get(db)
  if (later) later.set(name, work)
  else work()
}
