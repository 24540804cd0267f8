import { contextFor, type App } from '#app/context.server.ts'
import { MAX_CLAIM, claimJobs, nextJobDue } from '#app/features/jobs/claim.server.ts'
import { returnJobs } from '#app/features/jobs/leases.server.ts'
import type { RunnerSession } from '#app/http/runner/session.server.ts'
import { createBackgroundWorker } from '#app/platform/process/background-worker.server.ts'

/** Milliseconds between checks for due jobs when no signal arrives. */
const POLL_INTERVAL_MS = 1_000

const GONE = { code: 'runner_gone', message: 'The runner disconnected before the job was sent.' }

/**
 * Starts sending due jobs to this process's runners with free slots. Runs on signals, on `wake`, and every second in
 * case a signal was lost.
 */
export function startDispatch(app: App, sessions: () => Iterable<RunnerSession>) {
  const rounds = createBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'dispatch',
    every: POLL_INTERVAL_MS,
    topic: 'jobs',
    failureMessage: 'jobs could not be dispatched',
    async run(ctx, isStopping) {
      const open = new Map(
        [...sessions()].flatMap((session) => {
          const taker = session.taker()
          return taker && taker.slots > 0 ? [[taker.id, { session, taker }] as const] : []
        }),
      )
      if (isStopping() || !open.size) return null
      const claimed = await claimJobs(
        ctx,
        [...open.values()].map(({ taker }) => taker),
      )
      for (const [id, jobs] of claimed) {
        if (open.get(id)!.session.give(jobs)) continue
        await returnJobs(
          ctx,
          jobs.map((job) => ({ job_id: job.id, lease_token: job.lease_token!, reason: GONE })),
        )
      }
      if ([...claimed.values()].some((jobs) => jobs.length === MAX_CLAIM)) rounds.wake()
      return nextJobDue(ctx)
    },
  })
  return rounds
}
