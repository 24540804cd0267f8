import type { Progress } from '#app/features/jobs/runs/steps.ts'
import type { RunRow } from '#app/features/jobs/runs/store.server.ts'

/** Handlers for ended and resumed runs, keyed by the feature that starts the runs. `C` is the context type. */
export type RunHandlers<C> = {
  runEnded: Record<'automation' | 'command', (ctx: C, ended: StartedRun[]) => Promise<void>>
  runReopened: { automation(ctx: C, run: RunRow): Promise<void> }
}

/** Run with its progress. The source and the event come from the call that started the run. */
export type StartedRun = { run: RunRow; progress: Progress }
