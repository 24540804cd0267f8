import { allow, requireUser } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Refusal } from '#app/errors.ts'
import {
  insertKey,
  insertUsedConfirmation,
  writeResponse,
  keyRow,
  type KeyRow,
  keysOf,
  deleteKey,
} from '#app/features/idempotency/store.server.ts'

/** Uses a confirmation up, on all instances. False when it was used before. Its caller has checked that it is ours. */
export const consumeConfirmation = (
  { db }: Pick<Context, 'db'>,
  { id, expiresAt }: { id: string; expiresAt: string },
): Promise<boolean> => insertUsedConfirmation(db, { id, expires_at: expiresAt })

/** A write that may come again: the `id` stands for its caller and their key, the fingerprint for what is asked. */
export type IdempotentCall = { id: string; operation: string; fingerprint: string }

/** What a write was answered with; the body is null where it was too large to keep. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: string | null }

/** How long a repeat is known, and after how long a write that has no answer is given up, in milliseconds. */
const RETENTION_MS = 24 * 60 * 60_000
const ABANDONED_AFTER_MS = 60_000

/**
 * Takes the key of a write: null when it is free and the write may begin, the first answer when it was done. Throws 409
 * when the key was used for something else, while the first call runs, and when nobody knows how that ended.
 * Its caller has authorised the write.
 */
export async function beginIdempotent(ctx: Context, repeat: IdempotentCall): Promise<StoredResponse | null> {
  const blank = { status: null, headers: null, body: null }
  if (await claimKey(ctx, repeat, blank)) return null
  const row = await requireSameCall(ctx, repeat)
  // Freed by a refusal in this very moment.
  if (!row) throw stillRunningError()
  const { status, headers, body, started_at } = row
  if (status !== null)
    return { status, headers: JSON.parse(headers ?? '{}') as StoredResponse['headers'], body }
  if (ctx.now().getTime() - Date.parse(started_at) < ABANDONED_AFTER_MS) throw stillRunningError()
  throw new Conflict(
    'The first call with this Idempotency-Key never ended, and it is not known whether it was done. Look before you try it with a new key.',
  )
}

/** Keeps what a write was answered with. */
export const completeIdempotent = async (
  ctx: Context,
  { id }: IdempotentCall,
  { status, headers, body }: StoredResponse,
) => void (await writeResponse(ctx.db, id, { status, headers: JSON.stringify(headers), body }))

/** Frees the key of a write that was refused or failed, so that it can be tried again. */
export const releaseIdempotent = async (ctx: Context, { id }: IdempotentCall) =>
  void (await deleteKey(ctx.db, id))

/** What was noted in `writeIdempotencyNote` for the same call before; null the first time. Throws 409 for another call. */
export async function readIdempotencyNote(ctx: Context, repeat: IdempotentCall): Promise<string | null> {
  return (await requireSameCall(ctx, repeat))?.body ?? null
}

/** Notes what a call began, in the transaction that begins it. */
export async function writeIdempotencyNote(
  ctx: Context,
  repeat: IdempotentCall,
  body: string,
): Promise<void> {
  if (!(await claimKey(ctx, repeat, { status: 200, headers: null, body }))) throw stillRunningError()
}

/** What is kept of one’s own calls, without the sealed answers, for the export of an account. */
export async function exportCalls(ctx: Context) {
  allow(ctx, 'profile:own')
  return keysOf(ctx.db, requireUser(ctx).userId)
}

function claimKey(
  ctx: Context,
  { id, operation, fingerprint }: IdempotentCall,
  answer: Pick<KeyRow, 'status' | 'headers' | 'body'>,
) {
  const now = ctx.now()
  const user_id = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const [started_at, expires_at] = [now, new Date(now.getTime() + RETENTION_MS)].map((time) =>
    time.toISOString(),
  ) as [string, string]
  return insertKey(
    ctx.db,
    { id, operation, fingerprint, ...answer, user_id, started_at, expires_at },
    started_at,
  )
}

async function requireSameCall(ctx: Context, { id, fingerprint }: IdempotentCall) {
  const row = await keyRow(ctx.db, id, ctx.now().toISOString())
  if (row && row.fingerprint !== fingerprint)
    throw new Conflict('This Idempotency-Key was used for another request. Take a new one for each.')
  return row
}

const stillRunningError = () =>
  new Refusal('conflict', 'The first call with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })
