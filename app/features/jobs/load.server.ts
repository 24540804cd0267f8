import type { Context } from '#app/context.server.ts'
import { countByInstance, countQueue, overdueSince } from '#app/features/jobs/list-store.server.ts'

/** How many jobs each session of a runner has under way, by the id of the session. Its caller has authorised it. */
export async function jobsByInstance({ db }: Pick<Context, 'db'>): Promise<Map<string, number>> {
  return new Map((await countByInstance(db)).map(({ instance_id, count }) => [instance_id!, count]))
}

/** How many jobs are under way, due, and to be done later; of one guild, or of all. Its caller has authorised it. */
export const queueDepth = ({ db, now }: Pick<Context, 'db' | 'now'>, guildId?: string) =>
  countQueue(db, now().toISOString(), guildId)

/** How long a job may wait for a runner, in milliseconds, before that is worth telling. */
const PATIENCE = 60_000

/** Since when a guild has waited too long for a runner to take a job; null when it has not. Its caller has authorised it. */
export async function stuckSince({ db, now }: Context, guildId: string): Promise<string | null> {
  const due = await overdueSince(db, guildId, new Date(now().getTime() - PATIENCE).toISOString())
  return due && new Date(Date.parse(due) + PATIENCE).toISOString()
}
