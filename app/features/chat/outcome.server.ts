import type { Context } from '#app/context.server.ts'
import type { Fault } from '#app/features/chat/schema.ts'
import { outcomeRow, writeOutcome } from '#app/features/chat/store.server.ts'

/** How old a success may be, in milliseconds, before the next one is written. */
const EVERY = 60_000

/** How it stands with the model elsewhere: when it answered last, and what it failed of if it has failed since. */
type ModelHealth = {
  succeededAt: string | null
  trouble: { code: string; message: string; at: string } | null
}

/** Notes that a model elsewhere answered, or what it failed of, for all instances. A write that fails is logged. */
export async function recordModelOutcome(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  model: string,
  fault: Fault | null,
): Promise<void> {
  const at = ctx.now().toISOString()
  try {
    const { succeededAt, trouble } = await readModelHealth(ctx, model)
    const isFresh = succeededAt !== null && ctx.now().getTime() - Date.parse(succeededAt) < EVERY
    if (!fault && isFresh && !trouble) return
    await writeOutcome(ctx.db, {
      model,
      succeeded_at: fault ? null : at,
      failed_at: fault ? at : null,
      error: fault && JSON.stringify(fault),
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'the outcome of an answer was not recorded')
  }
}

/** How it went last with a model elsewhere, whichever instance asked it. */
export async function readModelHealth({ db }: Pick<Context, 'db'>, model: string): Promise<ModelHealth> {
  const row = await outcomeRow(db, model)
  const { succeeded_at = null, failed_at = null, error = null } = row ?? {}
  const fault = error && (JSON.parse(error) as Fault)
  return {
    succeededAt: succeeded_at,
    trouble: fault ? { code: fault.code, message: fault.error, at: failed_at! } : null,
  }
}
