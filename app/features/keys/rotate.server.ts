import { allow, type Scope } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { Conflict, NotFound } from '#app/errors.ts'
import { isOver, issueKey, note } from '#app/features/keys/keys.server.ts'
import type { RotateKeyInput } from '#app/features/keys/schema.ts'
import { keyById, markReplaced, type KeyRow } from '#app/features/keys/store.server.ts'

const HOUR = 60 * 60 * 1000

/**
 * Gives a key a successor and returns its text, this once. It has the guild, the scopes and the name of the old one, and lives
 * as long from now as the old one was made to live. The old one ends after the overlap, and never later than it would have.
 * Throws `NotFound`, and `Conflict` for a key that is revoked, has expired or has a successor.
 */
export async function rotateKey(ctx: Context, { id, overlap_hours }: RotateKeyInput) {
  allow(ctx, 'keys:manage')
  return inTransaction(ctx, async (inner) => {
    const old = await keyById(inner.db, id)
    if (!old) throw new NotFound(`There is no key ${id}.`)
    const now = inner.now()
    refuseEnded(old, now)
    const made = await issueKey(inner, {
      guild_id: old.guild_id,
      name: old.name,
      scopes: JSON.parse(old.scopes) as Scope[],
      expires_at: lifetime(old) === null ? null : new Date(now.getTime() + lifetime(old)!).toISOString(),
    })
    const overlap = new Date(now.getTime() + overlap_hours * HOUR).toISOString()
    const end = old.expires_at !== null && old.expires_at < overlap ? old.expires_at : overlap
    const replaced = await markReplaced(inner.db, id, { by: made.id, end })
    // Somebody was faster, after it was read here.
    if (!replaced) refuseEnded((await keyById(inner.db, id))!, now)
    const details = { guild_id: old.guild_id, replaced_by: made.id, ends_at: end }
    await note(inner, 'key.rotated', old, details)
    return { ...made, replaces: { id, ends_at: end } }
  })
}

/** How long a key was made to live, in milliseconds; null for one without an end. */
const lifetime = ({ created_at, expires_at }: KeyRow) =>
  expires_at === null ? null : Date.parse(expires_at) - Date.parse(created_at)

function refuseEnded(key: KeyRow, now: Date) {
  if (key.revoked_at) throw new Conflict(`The key ${key.id} is revoked. Make another one.`)
  if (key.replaced_by)
    throw new Conflict(`The key ${key.replaced_by} has taken the place of ${key.id} already.`)
  if (isOver(key, now)) throw new Conflict(`The key ${key.id} has expired. Make another one.`)
}
