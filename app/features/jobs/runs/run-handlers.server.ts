import type { Progress } from '#app/features/jobs/runs/steps.ts'
import type { JobRow } from '#app/features/jobs/store.server.ts'
import type { RunRow } from '#app/features/jobs/runs/store.server.ts'

/**
 * Handlers for ended and resumed runs, keyed by the feature that starts the runs, and the check whether the job of a setting
 * still applies. `requireResumable` throws `Conflict` if the runs of an automation cannot resume. `C` is the context type.
 */
export type RunHandlers<C> = {
  runEnded: Record<'automation' | 'command', (ctx: C, ended: StartedRun[]) => Promise<void>>
  runReopened: { automation(ctx: C, run: RunRow): Promise<void> }
  requireResumable: { automation(ctx: C, automation: { guildId: string; id: string }): Promise<void> }
  jobApplies(ctx: C, job: JobRow): Promise<boolean>
}

/** Run with its progress. The source and the event come from the call that started the run. */
export type StartedRun = { run: RunRow; progress: Progress }
