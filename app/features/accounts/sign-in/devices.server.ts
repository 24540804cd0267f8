import { createHash } from 'node:crypto'
import { ulid } from 'ulid'
import { z } from 'zod'
import type { App, Context } from '#app/context.server.ts'
import { DEVICE_SECONDS } from '#app/features/accounts/schema.ts'
import { userById, type UserRow } from '#app/features/accounts/store.server.ts'
import { encrypt, decrypt } from '#app/platform/security/encryption.server.ts'

const PURPOSE = 'device'

/** Maximum length of a device cookie. */
const MAX_COOKIE_LENGTH = 500

const device = z.object({ id: z.string(), user: z.string(), until: z.number(), password: z.string() })

/** Creates the device cookie value for an account that has just signed in. Returns null if the account was deleted. */
export async function issueDevice(
  { db, secrets, now }: Pick<App, 'db' | 'secrets' | 'now'>,
  userId: string,
): Promise<string | null> {
  const row = await userById(db, userId)
  if (!row) return null
  const at = now().getTime()
  const text = JSON.stringify({
    id: ulid(at),
    user: row.id,
    until: at + DEVICE_SECONDS * 1000,
    password: passwordFingerprint(row),
  } satisfies z.infer<typeof device>)
  return encrypt(secrets.pepper, PURPOSE, text)
}

/** Returns the id of the requesting device, or null if this account has not signed in on that device. */
export function knownDevice(
  { secrets, now, origin }: Pick<Context, 'secrets' | 'now' | 'origin'>,
  row: UserRow | undefined,
): string | null {
  const value = origin?.device
  const text = value && value.length <= MAX_COOKIE_LENGTH ? decrypt(secrets.pepper, PURPOSE, value) : null
  if (!text || !row) return null
  const { id, user, until, password } = device.parse(JSON.parse(text))
  return user === row.id && until > now().getTime() && password === passwordFingerprint(row) ? id : null
}

/**
 * Returns a fingerprint of the password hash. The device cookie contains this fingerprint, so that a new password
 * revokes every device.
 */
const passwordFingerprint = ({ password_hash }: UserRow) =>
  createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url')
