import type { Db } from '#app/platform/db/connection.server.ts'
import { isOut } from '#app/features/jobs/store.server.ts'

/** Notes that a job which a runner has is not wanted any more; the first time counts. */
export const askToStop = (db: Db, id: string, at: string) =>
  db
    .updateTable('jobs')
    .set(({ fn, val }) => ({ cancel_requested_at: fn.coalesce('cancel_requested_at', val(at)) }))
    .where('id', '=', id)
    .where(isOut)
    .execute()

/** Lets a job that has ended begin anew, without a deadline. Its attempts are counted on. */
export const queueAgain = (
  db: Db,
  { id, run_at, max_attempts }: { id: string; run_at: string; max_attempts: number },
) =>
  db
    .updateTable('jobs')
    .set({
      state: 'queued',
      run_at,
      max_attempts,
      deadline_at: null,
      cancel_requested_at: null,
      lease_token: null,
      result: null,
      error: null,
      finished_at: null,
      returned: 0,
    })
    .where('id', '=', id)
    .execute()
