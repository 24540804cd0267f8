import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { allow, requireReportAccess } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { answerForDiscord, answerWithinLimit, MODEL_WAIT_MS } from '#app/features/ask/answer.server.ts'
import { consumeQuestion } from '#app/features/ask/limits.server.ts'
import { queryTerms } from '#app/features/chat/answering/query-terms.ts'
import { MAX_QUESTION } from '#app/features/commands/registration/built-in.ts'
import { channelTypes } from '#app/features/directory/blocks.ts'
import { directoryOf } from '#app/features/directory/directory.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { isServed } from '#app/features/guilds/schema.ts'
import {
  enqueueJobs,
  isEnqueued,
  releaseJob,
  type JobRow,
  type NewJob,
} from '#app/features/jobs/jobs.server.ts'
import type { JobPayload } from '#app/features/jobs/schema.ts'
import { settingsOf } from '#app/features/settings/settings.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { parseStored } from '#app/primitives/bounded-json.ts'
import { orderedId } from '#app/primitives/ordered-id.ts'
import { snowflake } from '#app/primitives/schema.ts'
import { singleLine, truncate } from '#app/primitives/text.ts'
import { DAY } from '#app/primitives/time.ts'

/** Maximum age of a post that is answered, and maximum wait of its reply. */
const MAX_AGE_MS = DAY

/** First message of a forum post. A post is a thread with the id of this message. */
type Post = Place & { authorId: string; questions: string[] }
type Place = { guildId: string; forumId: string; threadId: string }

/**
 * Answers new posts in a guild’s chosen forum channels with quotes from the public pages. Posts that the pages do not
 * answer, and posts over the limits, get no reply. A post gets one reply, however often its event is repeated. Throws only if the database is down.
 */
export async function answerForumPosts(ctx: Context, events: readonly GatewayEvent[]): Promise<void> {
  allow(ctx, 'events:report')
  for (const event of events) {
    const post = postOf(event)
    if (!post) continue
    try {
      await answerPost(ctx, post, event)
    } catch (error) {
      if (isOutage(error)) throw error
      // The runner would repeat the event forever.
      ctx.log.error({ err: error, guild: event.guild_id }, 'a forum post could not be answered')
    }
    // SQLite queries block the event loop, so yield between posts.
    await yieldToEventLoop()
  }
}

/** Returns the post that a person has started with a message, or null. Runners can send any event. */
function postOf({ type, guild_id, actor, target, channel, data }: GatewayEvent): Post | null {
  const { forum_id, content, self } = data
  if (type !== 'MESSAGE_CREATE' || typeof forum_id !== 'string' || typeof content !== 'string') return null
  if (!actor || actor.is_bot || self || !channel || target?.id !== channel.id) return null
  const text = singleLine(content)
  if (!text || ![actor.id, channel.id].every((id) => snowflake.safeParse(id).success)) return null
  const title = singleLine(channel.name)
  // Long posts contain more than the question, which is then often the title. One word is too little for an answer.
  const words = new Set(queryTerms(title).map(({ of }) => of))
  const questions = [`${title} ${text}`, ...(words.size > 1 ? [title] : [])].map((one) =>
    truncate(one.trim(), MAX_QUESTION),
  )
  return { guildId: guild_id, forumId: forum_id, threadId: channel.id, authorId: actor.id, questions }
}

async function answerPost(ctx: Context, post: Post, event: GatewayEvent): Promise<void> {
  const { guildId, authorId: userId, threadId } = post
  requireReportAccess(ctx, guildId)
  const now = ctx.now().getTime()
  if (Date.parse(event.occurred_at) < now - MAX_AGE_MS || !(await isChosen(ctx, post))) return
  const key = { guildId, type: 'SEND_MESSAGE', idempotencyKey: `ask ${threadId}` } as const
  if (await isEnqueued(ctx, key)) return
  if ((await consumeQuestion(ctx, { userId, guildId })) !== null) return
  const answer = await firstAnswer(ctx, post.questions)
  if (!answer) return
  const { asked, extracts } = answer
  const payloadWith = (content: string): NewJob['payload'] => ({
    guild_id: guildId,
    config: { channel_id: threadId, content },
    source: { kind: 'setting', id: 'ask_forum_channels', name: SOURCE, run_id: null, step: null },
    // The author and the text of the post are not stored with the job.
    event: { ...event, actor: null, channel: { id: threadId, name: '' }, data: { forum_id: post.forumId } },
  })
  const [id, payload] = [orderedId(ctx.now()), payloadWith(answer.content)]
  // A model replaces the quote before the job is due. If the process stops in the meantime, the quote is sent.
  const runAt = new Date(now + (ctx.config.chat ? MODEL_WAIT_MS : 0))
  const deadlineAt = new Date(runAt.getTime() + MAX_AGE_MS)
  const job = { ...key, id, payload, runId: null, step: null, runAt, deadlineAt }
  if (!(await enqueueReply(ctx, job)) || !ctx.config.chat) return
  void answerWithinLimit(ctx, { userId, guildId }, { asked, extracts })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, job: id }, 'a model could not answer a forum post')
      return null
    })
    .then((content) => releaseJob(ctx, { id, payload: content ? payloadWith(content) : payload }))
    .catch((error: unknown) => ctx.log.warn({ err: error, job: id }, 'an answer is sent later as a quote'))
}

/** Name of the source of the jobs, as shown in lists. */
const SOURCE = 'Replies in forum channels'

/** Checks whether the guild still has the forum of a queued reply in its settings. Returns true for other jobs. */
export async function isReplyWanted(ctx: Context, { guild_id: guildId, payload }: JobRow): Promise<boolean> {
  const { source, event } = parseStored(payload) as JobPayload
  if (source.kind !== 'setting') return true
  const { channel, data } = event
  return isChosen(ctx, { guildId, forumId: String(data.forum_id), threadId: channel?.id ?? '' })
}

/** Checks whether the guild has chosen the forum, as far as its directory knows the ids. */
async function isChosen(ctx: Context, { guildId, forumId, threadId }: Place): Promise<boolean> {
  const { ask_forum_channels } = await settingsOf(ctx, guildId)
  if (!ask_forum_channels.includes(forumId)) return false
  const { channels } = await directoryOf(ctx, guildId)
  const forum = channels.get(forumId)
  const isForum = !forum || (forum.type === channelTypes.forum && !forum.deleted_at)
  return isForum && !channels.has(threadId)
}

/** Returns the answer to the first question that the public pages cover, or null. */
async function firstAnswer(ctx: Context, questions: string[]) {
  for (const question of questions) {
    const asked = { question, isQuoted: false }
    const { content, extracts, isCovered } = await answerForDiscord(ctx, asked)
    if (isCovered) return { asked, content, extracts }
  }
  return null
}

/** Queues the reply if the guild is served. Returns false if another instance has queued the reply. */
const enqueueReply = (ctx: Context, job: NewJob): Promise<boolean> =>
  inTransaction(ctx, async (inner) => {
    const held = await lockGuilds(inner, [job.guildId])
    if (!isServed(held.get(job.guildId))) return false
    const [queued] = await enqueueJobs(inner, [job])
    return queued!.id === job.id
  })
