import type { Context } from '#app/context.server.ts'
import type { RunRow } from '#app/features/jobs/runs/store.server.ts'
import type { BegunRun } from '#app/features/jobs/runs/start-runs.server.ts'

/** What the features that begin runs do when their runs end, and when one that had ended goes on. */
export type RunHandlers = {
  runEnded: Record<'automation' | 'command', (ctx: Context, ended: BegunRun[]) => Promise<void>>
  runReopened: { automation(ctx: Context, run: RunRow): Promise<void> }
}

/** Tells the features that began them which runs have ended, in the transaction that ends them. Skips runs that go on. */
export async function finishRuns(ctx: Context, runs: BegunRun[]): Promise<void> {
  const ended = runs.filter(({ progress }) => progress.outcome !== 'running')
  const { automation, command } = ctx.handlers.runEnded
  const ofAutomations = ended.filter(({ run }) => run.automation_id)
  const ofCommands = ended.filter(({ run }) => run.command_id)
  if (ofAutomations.length) await automation(ctx, ofAutomations)
  if (ofCommands.length) await command(ctx, ofCommands)
}

/** Tells the feature that began a run that it goes on after it had ended. */
export async function unfinishRun(ctx: Context, run: RunRow): Promise<void> {
  if (run.automation_id) await ctx.handlers.runReopened.automation(ctx, run)
}
