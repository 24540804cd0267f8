import pLimit from 'p-limit'
import { type App, type Context, contextFor } from '#app/context.server.ts'
import { type EmailComposer, type EmailComposers, renderEmail } from '#app/features/mail/email.server.ts'
import { type DeliveryFailure, classifyFailure } from '#app/features/mail/failure.ts'
import { deleteMessagesBefore } from '#app/features/mail/mailbox-folder.server.ts'
import type { EmailKind } from '#app/features/mail/schema.ts'
import {
  claimEmail,
  deleteSettledBefore,
  dueEmails,
  type EmailRow,
  settleEmail,
} from '#app/features/mail/store.server.ts'
import { openMailTransport, type MailTransport } from '#app/features/mail/transport.server.ts'
import { fromJson } from '#app/primitives/json.ts'
import { atMostEvery, startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#app/primitives/time.ts'

/** Services that compose and deliver emails. If `stopping` returns true, the pass ends after the emails in progress. */
type DeliveryServices = { composers: EmailComposers; transport: MailTransport; stopping?: () => boolean }

/** Duration of a claim. A claim lasts longer than any attempt, so that only a crashed process loses its claim. */
const CLAIM_MS = 2 * MINUTE
/** Delays after failed attempts. The last delay applies to all further attempts. */
const RETRY_DELAYS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR] as const
/** Retry period by kind of email. An old password reset email is no longer useful. */
const EMAIL_LIFETIMES: Partial<Record<string, number>> = { reset_password: DAY }
const DEFAULT_LIFETIME = 3 * DAY
/** Retention period for settled emails and mailbox messages. */
const RETENTION_MS = 30 * DAY

const CONCURRENCY = 4
const BATCH_SIZE = 50

/**
 * Sends due emails concurrently and returns the number of processed emails. Only one instance claims each email. After
 * a crash, emails are claimed again, so an email can arrive twice but is never lost.
 */
export async function deliverDueEmails(ctx: Context, mailing: DeliveryServices): Promise<number> {
  const limit = pLimit(CONCURRENCY)
  let taken = 0
  for (;;) {
    const due = await dueEmails(ctx.db, ctx.now().toISOString(), BATCH_SIZE)
    if (!due.length || mailing.stopping?.()) return taken
    const done = await Promise.allSettled(due.map((row) => limit(() => deliver(ctx, mailing, row))))
    taken += done.filter((one) => one.status === 'fulfilled' && one.value).length
    const broken = done.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
  }
}

/** Deletes emails that were settled, and mailbox messages that were written, more than thirty days ago. */
export async function purgeMail(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS)
  await deleteSettledBefore(ctx.db, before.toISOString())
  await deleteMessagesBefore(ctx.config, before)
}

async function deliver(ctx: Context, { composers, transport, stopping }: DeliveryServices, row: EmailRow) {
  if (stopping?.()) return false
  const now = ctx.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const mine = await claimEmail(ctx.db, row, { now: now.toISOString(), until: until.toISOString() })
  if (!mine) return false
  if (now.getTime() > endOf(mine)) {
    await settle(
      ctx,
      mine,
      'failed',
      mine.last_error ?? 'The email expired before it could be delivered. Send the email again.',
    )
    return true
  }
  try {
    const email = await compose(ctx, composers, mine)
    const sender = ctx.contentIndex.site.name
    if (email)
      await transport.deliver({ id: mine.id, to: mine.recipient, at: now, sender, ...renderEmail(email) })
    await settle(ctx, mine, email ? 'sent' : 'dropped', null)
  } catch (error) {
    await handleFailure(ctx, mine, error)
  }
  return true
}

/** Composes an email. The kind may be unknown if another version of the service wrote the row. */
async function compose(ctx: Context, composers: EmailComposers, { kind, recipient, data }: EmailRow) {
  const composer = (composers as Partial<Record<string, EmailComposer<EmailKind>>>)[kind]
  if (!composer) throw new Error(`unknown email kind: ${kind}`)
  return composer(ctx, { recipient, data: fromJson(data) as never })
}

async function handleFailure(ctx: Context, row: EmailRow, error: unknown) {
  const failure = classifyFailure(error)
  const pause = RETRY_DELAYS[Math.min(row.attempts, RETRY_DELAYS.length) - 1]!
  const next = ctx.now().getTime() + pause
  const over = failure.lasting || next > endOf(row)
  logFailure(ctx, row, failure, error, over)
  if (over) return settle(ctx, row, 'failed', failure.words)
  const next_attempt_at = new Date(next).toISOString()
  const change = { status: 'waiting', settled_at: null, last_error: failure.words, next_attempt_at } as const
  await settleEmail(ctx.db, row, change)
}

/** Logs a delivery failure without the recipient, the message or the mail server's response. */
function logFailure(
  ctx: Context,
  { id, kind, attempts }: EmailRow,
  failure: DeliveryFailure,
  error: unknown,
  over: boolean,
) {
  const { code } = (error ?? {}) as { code?: unknown }
  const facts = { letter: id, kind, attempts, reason: failure.words }
  // Errors without an error code come from Signpost itself, so the stack is logged.
  if (code === undefined) ctx.log.error({ ...facts, err: error }, 'an email could not be created')
  else ctx.log.warn(facts, over ? 'an email was abandoned' : 'an email was not sent and will be retried')
}

const settle = (
  ctx: Context,
  row: EmailRow,
  status: 'sent' | 'dropped' | 'failed',
  last_error: string | null,
) => settleEmail(ctx.db, row, { status, last_error, settled_at: ctx.now().toISOString() })

const endOf = ({ kind, created_at }: EmailRow) =>
  Date.parse(created_at) + (EMAIL_LIFETIMES[kind] ?? DEFAULT_LIFETIME)

/** Polling interval for the outbox, in milliseconds. */
const POLL_INTERVAL_MS = 15_000
const PURGE_INTERVAL_MS = HOUR

/**
 * Starts the mail worker, which sends due emails at startup, on signals and every 15 seconds. Returns a function that
 * stops the worker and waits for emails in progress.
 */
export function startMailWorker(
  app: App,
  composers: EmailComposers,
  post: MailTransport = openMailTransport(app.config),
): () => Promise<void> {
  const isSwept = atMostEvery(PURGE_INTERVAL_MS)
  return startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'mail',
    every: POLL_INTERVAL_MS,
    topic: 'mail',
    failureMessage: 'emails in the outbox could not be sent',
    async run(ctx, isStopping) {
      await deliverDueEmails(ctx, { composers, transport: post, stopping: isStopping })
      if (!isStopping() && isSwept(ctx.now())) await purgeMail(ctx)
    },
  })
}
