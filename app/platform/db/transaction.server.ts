import type { Db } from '#app/platform/db/connection.server.ts'

type DeferredWork = Map<string, () => unknown>

/** Work to run after each open transaction commits. */
const afterCommit = new WeakMap<Db, DeferredWork>()

/** Runs `work` in one transaction, which any error rolls back. Do not wait for the network inside the transaction. */
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
 * Runs `work` after the current transaction commits, or immediately outside a transaction. A rollback discards the
 * work. Per transaction and name, only the last call counts.
 */
export function onCommit({ db }: { db: Db }, name: string, work: () => unknown): void {
  const later = afterCommit.get(db)
  if (later) later.set(name, work)
  else work()
}
