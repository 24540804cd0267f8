import { encodeTime } from 'ulid'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { found } from '#app/errors.ts'
import type { FeedbackInput } from '#app/features/feedback/schema.ts'
import * as store from '#app/features/feedback/store.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { inBatches, type Sweeping } from '#app/platform/process/batches.server.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'
import { DAY } from '#app/primitives/time.ts'
import { pageOfMarkdownPath } from '#app/site/paths.ts'

/** Retention in days, as for the counts of readers. */
const KEPT_DAYS = 396

/** Maximum number of comments that are kept for a page. */
const MAX_COMMENTS = 200

/** Numbers of pages and comments in the console. */
const SHOWN = { pages: 50, comments: 50, ofPage: 5 } as const

type Reader = 'person' | 'agent'

/** Stores feedback of a program on a published entry. Public. Throws `NotFound` for other paths. */
export async function sendFeedback(ctx: Context, input: FeedbackInput) {
  const path = await recordVote(ctx, { ...input, reader: 'agent' })
  if (input.comment || input.reason) await recordComment(ctx, { ...input, reader: 'agent' })
  return { feedback: { path, helpful: input.helpful, created_at: ctx.now().toISOString() } }
}

type Vote = { path: string; helpful: boolean; reader: Reader }

/** Counts a vote on a published entry and returns the path of the entry. Public. Throws `NotFound` for other paths. */
export async function recordVote(ctx: Context, { path: given, helpful, reader }: Vote): Promise<string> {
  const path = publishedPath(ctx, given)
  const month = ctx.now().toISOString().slice(0, 7)
  await store.addVote(ctx.db, { path, month, reader, helpful: Number(helpful) })
  return path
}

/** Stores a comment on a published entry. Public. Throws `NotFound` for other paths. */
export async function recordComment(
  ctx: Context,
  { path, helpful, reader, reason, comment }: Vote & Pick<FeedbackInput, 'reason' | 'comment'>,
): Promise<void> {
  await store.insertComment(ctx.db, {
    id: orderedId(ctx.now()),
    path: publishedPath(ctx, path),
    reader,
    helpful: Number(helpful),
    reason: reason ?? null,
    comment: comment || null,
    created_at: ctx.now().toISOString(),
  })
}

/** Returns the path of the published entry at a path, which can be its Markdown path. Throws `NotFound`. */
function publishedPath({ contentIndex }: Pick<Context, 'contentIndex'>, given: string): string {
  const path = (pageOfMarkdownPath(given) ?? given).toLowerCase()
  const entry = contentIndex.find(contentIndex.redirectOf(path) ?? path)
  return found(entry, 'There is no published entry at this path. Use a path from the sitemap.').path
}

/** Returns the votes and the newest comments on an entry. */
export async function readFeedback(ctx: Context, { path }: { path: string }) {
  allow(ctx, 'cms:write')
  const votes = await store.votesOf(ctx.db, path)
  const of = (helpful: number) => Number(votes.find((row) => row.helpful === helpful)?.count ?? 0)
  const rows = await store.newestComments(ctx.db, { path, limit: SHOWN.ofPage })
  return { helpful: of(1), unhelpful: of(0), comments: rows.map(presentComment) }
}

/** Returns the pages with the most votes against them since a day, and the newest comments on all pages. */
export async function listFeedback(ctx: Context, { from }: { from: string }) {
  allow(ctx, 'cms:write')
  const pages = await store.votesByPage(ctx.db, from.slice(0, 7), SHOWN.pages)
  const rows = await store.newestComments(ctx.db, { limit: SHOWN.comments })
  return {
    pages: pages.map(({ path, yes, no }) => ({ path, helpful: Number(yes), unhelpful: Number(no) })),
    comments: rows.map(presentComment),
  }
}

export type EntryFeedback = Awaited<ReturnType<typeof readFeedback>>
export type SiteFeedback = Awaited<ReturnType<typeof listFeedback>>

const presentComment = ({ helpful, ...row }: Awaited<ReturnType<typeof store.newestComments>>[number]) => ({
  ...row,
  helpful: helpful === 1,
})

/** Deletes a comment. Throws `NotFound`. */
export async function deleteComment(ctx: Context, { id }: { id: string }): Promise<void> {
  allow(ctx, 'cms:write')
  found(await store.deleteComment(ctx.db, id), 'This comment does not exist. Reload the page.')
}

/** Deletes votes and comments after 13 months, and the oldest comments of pages with more than 200. */
export async function purgeFeedback(ctx: Context, sweeping: Sweeping = {}): Promise<void> {
  allow(ctx, 'site:write')
  const oldest = new Date(ctx.now().getTime() - KEPT_DAYS * DAY)
  await store.deleteVotesBefore(ctx.db, oldest.toISOString().slice(0, 7))
  await inBatches(sweeping, (limit) =>
    store.deleteCommentsBefore(ctx.db, encodeTime(oldest.getTime()), limit),
  )
  for (const { path } of await store.fullPages(ctx.db, MAX_COMMENTS))
    await inTransaction(ctx, ({ db }) => store.deleteOldestComments(db, path, MAX_COMMENTS))
}
