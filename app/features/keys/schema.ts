import { z } from 'zod'
import { scopes } from '#app/access.ts'
import { snowflake } from '#app/primitives/schema.ts'

/** How every live key begins, so that secret scanners can find a leaked one. */
export const KEY_PREFIX = 'sgn_live_'

const name = z
  .string()
  .trim()
  .min(1, { error: 'Enter a name.' })
  .max(100, { error: 'Use at most 100 characters.' })

export const createKeyInput = z.strictObject({
  guild: snowflake,
  name,
  scopes: z
    .array(z.enum(scopes, { error: `Each one of ${scopes.join(', ')}.` }))
    .min(1, { error: 'Name at least one scope.' })
    .transform((list) => [...new Set(list)]),
  expires_in_days: z.number().int().min(1).max(3650).optional(),
})

export const keyId = z.strictObject({
  id: z.string().regex(/^[0-9A-Za-z]{8}$/, { error: 'The eight characters of a key’s id.' }),
})

/** How many hours a key that was rotated goes on beside its successor, at most: thirty days. */
export const MAX_OVERLAP_HOURS = 720

export const rotateKeyInput = keyId.extend({
  overlap_hours: z
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_HOURS, { error: `A whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.` })
    .default(24),
})

/** Whether a key opens anything, and if not, why. */
type KeyState = 'active' | 'expired' | 'revoked'

/** A key as the console shows it. */
export type GuildKey = Omit<KeyView, 'guild_id' | 'revoked_at'> & { state: KeyState }

/** A key as it may be shown: never its secret. */
export type KeyView = {
  id: string
  guild_id: string
  name: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** The id of the key that took its place. */
  replaced_by: string | null
}
export type RotateKeyInput = z.infer<typeof rotateKeyInput>
export type CreateKeyInput = z.infer<typeof createKeyInput>
