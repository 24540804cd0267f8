import { z } from 'zod'
import { guildScopes, scopes, siteScopes, type Scope } from '#app/access.ts'
import { snowflake, visibleLine, visibleText } from '#app/primitives/schema.ts'
import { normalizedText, singleLine } from '#app/primitives/text.ts'

/** Prefix of live keys, which lets secret scanners find leaked keys. */
export const KEY_PREFIX = 'sgn_live_'

const name = visibleLine(
  z
    .string()
    .trim()
    .min(1, { error: 'Enter a name.' })
    .max(100, { error: 'Use at most 100 characters.', abort: true }),
)

const scopeList = <const S extends readonly [Scope, ...Scope[]]>(allowed: S) =>
  z
    .array(z.enum(allowed, { error: `Use scopes from ${allowed.join(', ')}.` }))
    .min(1, { error: 'Select at least one scope.' })
    .transform((list) => [...new Set(list)])

/** Maximum number of networks that can use a key. */
export const MAX_KEY_NETWORKS = 20

const networkError = 'Enter an IPv4 or IPv6 network, such as 192.0.2.0/24 or 2001:db8::/32.'

export const createKeyInput = z.strictObject({
  /** Undefined for a key of the site. */
  guild: snowflake.optional(),
  name,
  scopes: scopeList(scopes),
  expires_in_days: z.number().int().min(1).max(3650).optional(),
  networks: z
    .array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error: networkError }))
    .min(1, { error: networkError })
    .max(MAX_KEY_NETWORKS, { error: `Use at most ${MAX_KEY_NETWORKS} networks.` })
    .transform((list) => [...new Set(list)])
    .optional(),
})

/** Returns the scopes that a key of a guild or of the site can have. */
export const scopesFor = (guild: string | undefined): readonly Scope[] =>
  guild === undefined ? siteScopes : guildScopes

/** Days for which an unused network of a key is kept, and notices about new networks in 24 hours. */
export const NETWORK_RETENTION_DAYS = 90
export const MAX_NETWORK_NOTICES = 5

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

/** Limits of the requests of one guild: open at a time, and sent in a day. */
export const MAX_OPEN_REQUESTS = 5
export const MAX_REQUESTS_PER_DAY = 10

/** Days after which a decided or cancelled request is deleted. */
export const REQUEST_RETENTION_DAYS = 90

const paragraphOf = (empty: string, most: number) =>
  visibleText(
    z
      .string({ error: empty })
      .max(10 * most, { error: `Use at most ${most} characters.`, abort: true })
      .overwrite(normalizedText)
      .min(1, { error: empty })
      .max(most, { error: `Use at most ${most} characters.` }),
  )

/** Request for a key, as a manager writes it. */
export const keyRequestInput = z.strictObject({
  name: z
    .string({ error: 'Enter a name.' })
    .max(1_000, { error: 'Use at most 100 characters.', abort: true })
    .overwrite(singleLine)
    .pipe(name),
  scopes: scopeList(guildScopes),
  purpose: paragraphOf('Enter the purpose of the key.', 500),
})

export const keyRequestId = z.strictObject({
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, {
    error: 'Enter a request id with 26 characters, as shown by keys requests.',
  }),
})

export const declineInput = keyRequestId.extend({ reason: paragraphOf('Enter a reason.', 500) })

/** Command that creates the key for a request. */
export const grantCommand = (requestId: string) => `npm run -s signpost -- keys create --request ${requestId}`

/** Request for a key as shown in the console. */
export type KeyRequest = {
  id: string
  name: string
  scopes: string[]
  purpose: string
  status: 'open' | 'granted' | 'declined' | 'cancelled'
  reason: string | null
  key_id: string | null
  requested_by: string | null
  created_at: string
  decided_at: string | null
}

/** State of a key. */
type KeyState = 'active' | 'expired' | 'revoked'

/** API key as shown in the console. */
export type GuildKey = Omit<KeyView, 'guild_id'> & { state: KeyState }

/** Public fields of a key, without its secret. */
export type KeyView = {
  id: string
  /** Null for keys of the site. */
  guild_id: string | null
  name: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  last_used_address: string | null
  /** Networks that can use the key. Null for all networks. */
  networks: string[] | null
  /** Id of the successor. */
  replaced_by: string | null
}
export type RotateKeyInput = z.infer<typeof rotateKeyInput>
export type KeyRequestInput = z.infer<typeof keyRequestInput>
export type CreateKeyInput = z.infer<typeof createKeyInput>
