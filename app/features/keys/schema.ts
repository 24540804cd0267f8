import { z } from 'zod'
import { scopes } from '#app/access.ts'
import { snowflake } from '#app/primitives/schema.ts'

/** Prefix of live keys, which lets secret scanners find leaked keys. */
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
    .array(z.enum(scopes, { error: `Use scopes from ${scopes.join(', ')}.` }))
    .min(1, { error: 'Select at least one scope.' })
    .transform((list) => [...new Set(list)]),
  expires_in_days: z.number().int().min(1).max(3650).optional(),
})

export const keyId = z.strictObject({
  id: z.string().regex(/^[0-9A-Za-z]{8}$/, { error: 'Enter the eight characters of a key’s id.' }),
})

/** Maximum number of hours that a rotated key stays valid: thirty days. */
export const MAX_OVERLAP_HOURS = 720

export const rotateKeyInput = keyId.extend({
  overlap_hours: z
    .number()
    .int()
    .min(0)
    .max(MAX_OVERLAP_HOURS, { error: `Use a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.` })
    .default(24),
})

/** State of a key. */
type KeyState = 'active' | 'expired' | 'revoked'

/** API key as shown in the console. */
export type GuildKey = Omit<KeyView, 'guild_id' | 'revoked_at'> & { state: KeyState }

/** Public fields of a key, without its secret. */
export type KeyView = {
  id: string
  guild_id: string
  name: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** Id of the successor. */
  replaced_by: string | null
}
export type RotateKeyInput = z.infer<typeof rotateKeyInput>
export type CreateKeyInput = z.infer<typeof createKeyInput>
