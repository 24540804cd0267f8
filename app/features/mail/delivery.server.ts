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
import { atMostEvery, startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#app/primitives/time.ts'

/** Who writes the letters and who takes them. `stopping` ends a round after the letters in hand. */
type DeliveryServices = { composers: EmailComposers; transport: MailTransport; stopping?: () => boolean }

/** How long a claim holds: longer than the longest attempt, so that only a process that died loses one. */
const CLAIM_MS = 2 * MINUTE
/** How long to wait after each failed attempt; the last number is for all that follow. */
const RETRY_DELAYS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR] as const
/** For how long a letter is tried. Who asked for a new password and got none has asked again by then. */
const EMAIL_LIFETIMES: Partial<Record<string, number>> = { reset_password: DAY }
const DEFAULT_LIFETIME = 3 * DAY
/** How long a letter is kept after it was settled, and a message in the mailbox. */
const RETENTION_MS = 30 * DAY

const CONCURRENCY = 4
const BATCH_SIZE = 50

/**
 * Sends every letter whose time has come, some at once, and says how many it took. Of many instances one takes a letter; a
 * letter that was taken by a process that died is taken again. So a letter may arrive twice, and none is lost.
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

/** Deletes what was settled, and what was written to the mailbox, more than thirty days ago. */
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
    await settle(ctx, mine, 'failed', mine.last_error ?? 'It waited for too long.')
    return true
  }
  try {
    const email = await compose(ctx, composers, mine)
    if (email) await transport.deliver({ id: mine.id, to: mine.recipient, at: now, ...renderEmail(email) })
    await settle(ctx, mine, email ? 'sent' : 'dropped', null)
  } catch (error) {
    await handleFailure(ctx, mine, error)
  }
  return true
}

/** The kind is read from the database: another version of the service may have written one that this one does not know. */
async function compose(ctx: Context, composers: EmailComposers, { kind, recipient, data }: EmailRow) {
  const composer = (composers as Partial<Record<string, EmailComposer<EmailKind>>>)[kind]
  if (!composer) throw new Error(`there is no letter of the kind ${kind}`)
  return composer(ctx, { recipient, data: JSON.parse(data) as never })
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

/** The log names the letter, not its recipient, and has no word of the message or of the mail server. */
function logFailure(
  ctx: Context,
  { id, kind, attempts }: EmailRow,
  failure: DeliveryFailure,
  error: unknown,
  over: boolean,
) {
  const { code } = (error ?? {}) as { code?: unknown }
  const facts = { letter: id, kind, attempts, reason: failure.words }
  // What has no code is no answer of a server or of the file system but a fault of ours, and its stack says where.
  if (code === undefined) ctx.log.error({ ...facts, err: error }, 'a letter could not be written')
  else ctx.log.warn(facts, over ? 'a letter was given up' : 'a letter was not sent and will be tried again')
}

const settle = (
  ctx: Context,
  row: EmailRow,
  status: 'sent' | 'dropped' | 'failed',
  last_error: string | null,
) => settleEmail(ctx.db, row, { status, last_error, settled_at: ctx.now().toISOString() })

const endOf = ({ kind, created_at }: EmailRow) =>
  Date.parse(created_at) + (EMAIL_LIFETIMES[kind] ?? DEFAULT_LIFETIME)

/** How often the outbox is looked at, and swept, in milliseconds. */
const POLL_INTERVAL_MS = 15_000
const PURGE_INTERVAL_MS = HOUR

/**
 * Sends letters from now on: at once what waits, then whenever a signal says that there is one, and every fifteen seconds.
 * Returns what stops it, which resolves when the letters in hand are settled.
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
    failureMessage: 'the outbox could not be emptied',
    async run(ctx, isStopping) {
      await deliverDueEmails(ctx, { composers, transport: post, stopping: isStopping })
      if (!isStopping() && isSwept(ctx.now())) await purgeMail(ctx)
    },
  })
}
