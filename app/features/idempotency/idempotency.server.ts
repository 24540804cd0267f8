import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Refusal } from '#app/errors.ts'
import {
  insertKey,
  insertSpent,
  keepAnswer,
  keyRow,
  type KeyRow,
  keysOf,
  removeKey,
} from '#app/features/idempotency/store.server.ts'

/** Uses a confirmation up, on all instances. False when it was used before. Its caller has checked that it is ours. */
export const spendConfirmation = (
  { db }: Pick<Context, 'db'>,
  { id, expiresAt }: { id: string; expiresAt: string },
): Promise<boolean> => insertSpent(db, { id, expires_at: expiresAt })

/** A write that may come again: the `id` stands for its caller and their key, the fingerprint for what is asked. */
export type Repeat = { id: string; operation: string; fingerprint: string }

/** What a write was answered with; the body is null where it was too large to keep. */
export type KeptAnswer = { status: number; headers: Record<string, string>; body: string | null }

/** How long a repeat is known, and after how long a write that has no answer is given up, in milliseconds. */
const KEPT = 24 * 60 * 60_000
const LOST = 60_000

/**
 * Takes the key of a write: null when it is free and the write may begin, the first answer when it was done. Throws 409
 * when the key was used for something else, while the first call runs, and when nobody knows how that ended.
 * Its caller has authorised the write.
 */
export async function beginOnce(ctx: Context, repeat: Repeat): Promise<KeptAnswer | null> {
  const blank = { status: null, headers: null, body: null }
  if (await take(ctx, repeat, blank)) return null
  const row = await same(ctx, repeat)
  // Freed by a refusal in this very moment.
  if (!row) throw stillRunning()
  const { status, headers, body, started_at } = row
  if (status !== null) return { status, headers: JSON.parse(headers ?? '{}') as KeptAnswer['headers'], body }
  if (ctx.now().getTime() - Date.parse(started_at) < LOST) throw stillRunning()
  throw new Conflict(
    'The first call with this Idempotency-Key never ended, and it is not known whether it was done. Look before you try it with a new key.',
  )
}

/** Keeps what a write was answered with. */
export const endOnce = async (ctx: Context, { id }: Repeat, { status, headers, body }: KeptAnswer) =>
  void (await keepAnswer(ctx.db, id, { status, headers: JSON.stringify(headers), body }))

/** Frees the key of a write that was refused or failed, so that it can be tried again. */
export const freeOnce = async (ctx: Context, { id }: Repeat) => void (await removeKey(ctx.db, id))

/** What was noted in `noteOnce` for the same call before; null the first time. Throws 409 for another call. */
export async function notedOnce(ctx: Context, repeat: Repeat): Promise<string | null> {
  return (await same(ctx, repeat))?.body ?? null
}

/** Notes what a call began, in the transaction that begins it. */
export async function noteOnce(ctx: Context, repeat: Repeat, body: string): Promise<void> {
  if (!(await take(ctx, repeat, { status: 200, headers: null, body }))) throw stillRunning()
}

/** What is kept of one’s own calls, without the sealed answers, for the export of an account. */
export async function ownCalls(ctx: Context) {
  allow(ctx, 'profile:own')
  return keysOf(ctx.db, requireUser(ctx).userId)
}

function take(
  ctx: Context,
  { id, operation, fingerprint }: Repeat,
  answer: Pick<KeyRow, 'status' | 'headers' | 'body'>,
) {
  const now = ctx.now()
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const [started_at, expires_at] = [now, new Date(now.getTime() + KEPT)].map((time) =>
    time.toISOString(),
  ) as [string, string]
  return insertKey(
    ctx.db,
    { id, operation, fingerprint, ...answer, user_id, started_at, expires_at },
    started_at,
  )
}

async function same(ctx: Context, { id, fingerprint }: Repeat) {
  const row = await keyRow(ctx.db, id, ctx.now().toISOString())
  if (row && row.fingerprint !== fingerprint)
    throw new Conflict('This Idempotency-Key was used for another request. Take a new one for each.')
  return row
}

const stillRunning = () =>
  new Refusal('conflict', 'The first call with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })
