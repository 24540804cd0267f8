import { z } from 'zod'
import { guildScopes } from '#app/access.ts'
import { keyId, keyRequestInput } from '#app/features/keys/schema.ts'
import { DAY } from '#app/primitives/time.ts'

/** Name of a scope's checkbox. */
export const scopeField = (scope: string) => `scope:${scope}`

const boxes = Object.fromEntries(guildScopes.map((scope) => [scopeField(scope), z.string().optional()]))

/** Form that requests a key, with a checkbox for each scope. */
export const keyRequestForm = z
  .object({ ...boxes, name: z.string().optional(), purpose: z.string().optional() })
  .transform(({ name, purpose, ...checked }) => ({
    name,
    purpose,
    scopes: guildScopes.filter((scope) => scopeField(scope) in checked),
  }))
  .pipe(keyRequestInput)

/** Form that sets an earlier expiry. The key expires at the end of the chosen day in UTC. */
export const keyExpiryForm = z.object({
  ...keyId.shape,
  expires_at: z.iso
    .date({ error: 'Choose a day.' })
    .transform((day) => new Date(Date.parse(day) + DAY).toISOString()),
})

/**
 * Returns the first and last day that can be chosen for an earlier expiry. `last` is undefined for a key without an
 * expiry. Returns null if no day is left.
 */
export function expiryDays(expires_at: string | null, now: number) {
  const first = dayOf(now)
  if (expires_at === null) return { first, last: undefined }
  const last = dayOf(Date.parse(expires_at) - 1 - DAY)
  return last < first ? null : { first, last }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
