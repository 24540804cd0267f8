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
import { fromJson } from '#app/primitives/json.ts'

/**
 * Marks a confirmation as used on all instances. Returns false if the confirmation was used before. The caller must
 * have verified the confirmation.
 */
export const consumeConfirmation = (
  { db }: Pick<Context, 'db'>,
  { id, expiresAt }: { id: string; expiresAt: string },
): Promise<boolean> => insertUsedConfirmation(db, { id, expires_at: expiresAt })

/** Write request that can be repeated. `id` identifies the caller and key. `fingerprint` identifies the request. */
export type IdempotentCall = { id: string; operation: string; fingerprint: string }

/** Stored response to a write. `body` is null if the body was too large. */
export type StoredResponse = { status: number; headers: Record<string, string>; body: string | null }

/** Milliseconds before keys expire, and milliseconds before an unfinished write counts as abandoned. */
const RETENTION_MS = 24 * 60 * 60_000
const ABANDONED_AFTER_MS = 60_000

/**
 * Claims the key for a write. Returns null if the key is new, otherwise the stored response. Throws 409 for a different
 * request, during the first call, and if the outcome of the first call is unknown. The caller checks access.
 */
export async function beginIdempotent(ctx: Context, repeat: IdempotentCall): Promise<StoredResponse | null> {
  const blank = { status: null, headers: null, body: null }
  if (await claimKey(ctx, repeat, blank)) return null
  const row = await requireSameCall(ctx, repeat)
  // The first call was just rejected and released the key.
  if (!row) throw stillRunningError()
  const { status, headers, body, started_at } = row
  if (status !== null) return { status, headers: fromJson(headers ?? '{}'), body }
  if (ctx.now().getTime() - Date.parse(started_at) < ABANDONED_AFTER_MS) throw stillRunningError()
  throw new Conflict(
    'The first call with this Idempotency-Key did not finish, and its outcome is unknown. Check the outcome before you retry with a new key.',
  )
}

/** Stores the response to a write. */
export const completeIdempotent = async (
  ctx: Context,
  { id }: IdempotentCall,
  { status, headers, body }: StoredResponse,
) => void (await writeResponse(ctx.db, id, { status, headers: JSON.stringify(headers), body }))

/** Releases the key of a refused or failed write, so that the write can be retried. */
export const releaseIdempotent = async (ctx: Context, { id }: IdempotentCall) =>
  void (await deleteKey(ctx.db, id))

/**
 * Returns the note that `writeIdempotencyNote` stored for the same call, or null for the first call. Throws 409 for a
 * different call.
 */
export async function readIdempotencyNote(ctx: Context, repeat: IdempotentCall): Promise<string | null> {
  return (await requireSameCall(ctx, repeat))?.body ?? null
}

/** Stores a note about the work that a call started. Must run in the transaction of that work. */
export async function writeIdempotencyNote(
  ctx: Context,
  repeat: IdempotentCall,
  body: string,
): Promise<void> {
  if (!(await claimKey(ctx, repeat, { status: 200, headers: null, body }))) throw stillRunningError()
}

/** Returns the current user's stored calls without encrypted responses, for an account export. */
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
    throw new Conflict('This Idempotency-Key was used for another request. Use a new key for each request.')
  return row
}

const stillRunningError = () =>
  new Refusal(
    'conflict',
    'Try again in a second. The first call with this Idempotency-Key is still running.',
    {
      headers: { 'Retry-After': '1' },
    },
  )
