import type { Context } from '#app/context.server.ts'
import type { Fault } from '#app/features/chat/schema.ts'
import { outcomeRow, writeOutcome } from '#app/features/chat/store.server.ts'
import { fromJson } from '#app/primitives/json.ts'

/** Minimum interval between writes of a success, in milliseconds. */
const EVERY = 60_000

/** Health of an external model: its last success, and its latest error if no success followed. */
type ModelHealth = {
  succeededAt: string | null
  trouble: { code: string; message: string; at: string } | null
}

/** Records a success or an error of an external model for all instances. If the write fails, only logs the failure. */
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

/** Returns the last outcome of an external model across instances. */
export async function readModelHealth({ db }: Pick<Context, 'db'>, model: string): Promise<ModelHealth> {
  const row = await outcomeRow(db, model)
  const { succeeded_at = null, failed_at = null, error = null } = row ?? {}
  const fault = fromJson(error)
  return {
    succeededAt: succeeded_at,
    trouble: fault ? { code: fault.code, message: fault.error, at: failed_at! } : null,
  }
}
