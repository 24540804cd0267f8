import pLimit from 'p-limit'
import { z } from 'zod'
import { type App, type Context, contextFor } from '#app/context.server.ts'
import {
  claimDeferred,
  type DeferredRow,
  deleteDeferred,
  dueDeferred,
  nextDeferred,
  postponeDeferred,
} from '#app/features/interactions/store.server.ts'
import { plainMessage, TOKEN } from '#app/features/interactions/deferred.server.ts'
import { purgeCooldowns } from '#app/features/interactions/usage.server.ts'
import { DiscordError } from '#app/platform/outside/discord.server.ts'
import { atMostEvery, startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { decrypt } from '#app/platform/security/encryption.server.ts'
import { SECOND } from '#app/primitives/time.ts'

/** Duration of a claim. The duration exceeds the longest attempt, so only crashed processes lose a claim. */
const CLAIM = 40 * SECOND
/** Delays after failed attempts. The last delay repeats. */
const RETRY_DELAYS = [1 * SECOND, 2 * SECOND, 5 * SECOND, 15 * SECOND, 60 * SECOND] as const
/** Period in which Discord might not accept the token yet, because Discord is still processing the first response. */
const UNKNOWN_TOKEN_GRACE_MS = 5 * SECOND

const CONCURRENCY = 8
const BATCH = 50

const NOT_FINISHED = plainMessage('This command’s actions have not finished yet, but will keep running.')

/**
 * Sends all due deferred responses in batches. Returns the number of handled responses and the time when the next
 * response is due. Each response is claimed by one instance. Claims of crashed processes expire.
 */
export async function deliverDeferred(ctx: Context, { stopping }: { stopping?: () => boolean } = {}) {
  const limit = pLimit(CONCURRENCY)
  let taken = 0
  for (;;) {
    const due = stopping?.() ? [] : await dueDeferred(ctx.db, ctx.now().toISOString(), BATCH)
    if (!due.length) return { taken, next: await nextDeferred(ctx.db) }
    const done = await Promise.allSettled(due.map((row) => limit(() => deliver(ctx, row))))
    taken += done.filter((one) => one.status === 'fulfilled' && one.value).length
    const broken = done.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
  }
}

async function deliver(ctx: Context, row: DeferredRow): Promise<boolean> {
  const now = ctx.now()
  const mine = await claimDeferred(ctx.db, row, {
    now: now.toISOString(),
    until: new Date(now.getTime() + CLAIM).toISOString(),
    message: row.ready || row.run_id === null ? row.message : NOT_FINISHED,
  })
  if (!mine) return false
  if (now.toISOString() >= mine.expires_at) {
    await discard(ctx, mine, 'it could not be delivered in time')
    return true
  }
  try {
    await sendFollowUp(ctx, mine)
    await deleteDeferred(ctx.db, mine)
  } catch (error) {
    await scheduleRetry(ctx, mine, error)
  }
  return true
}

async function sendFollowUp(ctx: Context, { application_id, token, message }: DeferredRow) {
  const secret = decrypt(ctx.secrets.pepper, TOKEN, token)
  if (secret === null) throw new Error('the response token was encrypted with a different secret')
  const [application, own] = [application_id, secret].map(encodeURIComponent)
  await ctx.discord.request({
    method: 'PATCH',
    path: `/webhooks/${application}/${own}/messages/@original`,
    body: JSON.parse(message) as unknown,
    bot: false,
    answer: z.unknown(),
  })
}

async function scheduleRetry(ctx: Context, row: DeferredRow, error: unknown) {
  // Other errors are bugs, which would repeat with every attempt.
  if (!(error instanceof DiscordError)) {
    ctx.log.error({ err: error, interaction: row.interaction_id }, 'a deferred response could not be created')
    return deleteDeferred(ctx.db, row)
  }
  const now = ctx.now().getTime()
  const { trouble } = error
  const early = now - Date.parse(row.created_at) < UNKNOWN_TOKEN_GRACE_MS
  if (
    ['token', 'forbidden', 'invalid', 'not_set_up'].includes(trouble.reason) ||
    (trouble.reason === 'unknown' && !early)
  ) {
    return discard(ctx, row, error.message)
  }
  const pause =
    trouble.reason === 'rate_limited'
      ? trouble.seconds * SECOND
      : RETRY_DELAYS[Math.min(row.attempts, RETRY_DELAYS.length) - 1]!
  const next = new Date(now + pause).toISOString()
  if (next >= row.expires_at) return discard(ctx, row, error.message)
  await postponeDeferred(ctx.db, row, next)
}

/** Logs the interaction without its token and discards the response. */
async function discard(ctx: Context, row: DeferredRow, reason: string) {
  ctx.log.warn(
    { interaction: row.interaction_id, guild: row.guild_id, attempts: row.attempts, reason },
    'a deferred response was abandoned',
  )
  await deleteDeferred(ctx.db, row)
}

/** Interval of polling for responses and deleting cooldowns, in milliseconds. */
const POLL_MS = 5_000
const PURGE_MS = 60_000

/**
 * Starts sending deferred responses: pending responses immediately, later responses on signals and when due. Returns a
 * function that stops the delivery and resolves when responses in progress are done.
 */
export function startDelivery(app: App): () => Promise<void> {
  const isSwept = atMostEvery(PURGE_MS)
  return startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'deferred_answers',
    every: POLL_MS,
    topic: 'deferred',
    failureMessage: 'deferred responses could not be delivered',
    async run(ctx, isStopping) {
      const { next } = await deliverDeferred(ctx, { stopping: isStopping })
      if (!isStopping() && isSwept(ctx.now())) await purgeCooldowns(ctx)
      return next
    },
  })
}
