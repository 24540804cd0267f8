import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { isEnded, isReplayable, type Job } from '#app/features/jobs/schema.ts'
import { jobById, type JobRow } from '#app/features/jobs/store.server.ts'

/** Error of a job whose setting no longer applies. */
export const SETTING_CHANGED = {
  code: 'cancelled',
  message:
    'The bot no longer replies in this forum channel. Add it under “Reply in forum channels” in the settings, then retry the job. If the channel was deleted, the job cannot be retried.',
}

/** Checks whether the job of a setting still applies. Jobs of automations and commands always do. */
export const applies = async (ctx: Context, job: JobRow): Promise<boolean> =>
  job.run_id !== null || ctx.runHandlers.jobApplies(ctx, job)

/** Returns why a job cannot be retried, or null. Jobs of settings keep their deadline, so that old posts get no reply. */
export async function replayProblem(ctx: Context, job: JobRow): Promise<string | null> {
  if (!isReplayable(job.state))
    return isEnded(job.state)
      ? 'This job succeeded, so it cannot be retried.'
      : 'This job has not ended yet. Wait until the job ends, or cancel the job first.'
  const deadline = job.run_id === null ? job.deadline_at : null
  if (deadline !== null && deadline <= ctx.now().toISOString())
    return 'The deadline of this job has passed, so it cannot be retried.'
  return (await applies(ctx, job)) ? null : SETTING_CHANGED.message
}

/** Returns the ids of the jobs that can be retried. */
export async function replayableJobs(
  ctx: Context,
  { guildId, jobs }: { guildId: string; jobs: readonly Pick<Job, 'id' | 'state' | 'source'>[] },
): Promise<Set<string>> {
  await allowGuild(ctx, 'guild:read', guildId)
  const ids = new Set<string>()
  for (const { id, state, source } of jobs) {
    if (!isReplayable(state)) continue
    const row = source.run_id === null ? await jobById(ctx.db, guildId, id) : null
    if (row === null || (row && (await replayProblem(ctx, row)) === null)) ids.add(id)
  }
  return ids
}
