import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { MOST, type NoticesReport } from '#app/features/notices/schema.ts'
import { everyNotice } from '#app/features/notices/sources.server.ts'
import { seenAt, writeSeen } from '#app/features/notices/store.server.ts'

/** What needs the attention of whoever asks, of what they may see, the newest first; and how much of it is new to them. */
export async function listNotices(
  ctx: Context,
  { limit = MOST }: { limit?: number } = {},
): Promise<NoticesReport> {
  allow(ctx, 'console:open')
  const seen_at = await seenAt(ctx.db, requireUser(ctx).userId)
  const notices = (await everyNotice(ctx))
    .sort((one, other) => other.at.localeCompare(one.at) || one.id.localeCompare(other.id))
    .slice(0, MOST)
  const unseen = notices.filter(({ at }) => seen_at === null || at > seen_at).length
  return { notices: notices.slice(0, limit), unseen, seen_at }
}

/** Up to when whoever asks has seen their notices, for the export of their account; null for never. */
export async function noticesSeen(ctx: Context): Promise<string | null> {
  allow(ctx, 'profile:own')
  return (await seenAt(ctx.db, requireUser(ctx).userId)) ?? null
}

/** Notes that whoever asks has seen what was there up to a time. It never goes back, and not ahead of the clock. */
export async function markNoticesSeen(ctx: Context, { until }: { until: string }): Promise<null> {
  allow(ctx, 'console:open')
  const { userId } = requireUser(ctx)
  const time = new Date(Math.min(Date.parse(until), ctx.now().getTime()))
  await writeSeen(ctx.db, { user_id: userId, seen_at: time.toISOString() })
  return null
}
