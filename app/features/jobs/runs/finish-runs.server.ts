import type { Context } from '#app/context.server.ts'
import type { RunRow } from '#app/features/jobs/runs/store.server.ts'
import type { StartedRun } from '#app/features/jobs/runs/run-handlers.server.ts'

/** Notifies the owning features about ended runs, in the same transaction. Skips active runs. */
export async function notifyRunsEnded(ctx: Context, runs: StartedRun[]): Promise<void> {
  const ended = runs.filter(({ progress }) => progress.outcome !== 'running')
  const { automation, command } = ctx.runHandlers.runEnded
  const ofAutomations = ended.filter(({ run }) => run.automation_id)
  const ofCommands = ended.filter(({ run }) => run.command_id)
  if (ofAutomations.length) await automation(ctx, ofAutomations)
  if (ofCommands.length) await command(ctx, ofCommands)
}

/** Notifies the owning feature that an ended run has resumed. */
export async function notifyRunReopened(ctx: Context, run: RunRow): Promise<void> {
  if (run.automation_id) await ctx.runHandlers.runReopened.automation(ctx, run)
}
