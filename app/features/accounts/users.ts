import { z } from 'zod'
import { roles } from '#app/access.ts'
import { user } from '#app/features/accounts/schema.ts'
import { integerParam } from '#app/primitives/query-values.ts'

/** What the list of accounts can be narrowed by. */
export const usersQuery = z.object({
  q: z
    .string()
    .trim()
    .max(254)
    .optional()
    .meta({ description: 'An id, or a part of a name or an e-mail address.' }),
  role: z.enum(roles, { error: `One of ${roles.join(', ')}.` }).optional(),
  status: z.enum(['active', 'disabled'], { error: 'active or disabled.' }).optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** What an administrator changes of somebody else’s account. */
export const updateUserInput = z.strictObject({
  role: z.enum(roles, { error: `One of ${roles.join(', ')}.` }).optional(),
  disabled: z.boolean().optional().meta({ description: 'True ends every session and lets nobody sign in.' }),
})

/** An account as administrators see it. */
export const managedUser = user
  .omit({ theme: true })
  .extend({
    disabled_at: z.string().nullable().meta({ format: 'date-time' }),
    session_count: z.number().int(),
    last_seen_at: z.string().nullable().meta({ format: 'date-time' }),
  })
  .meta({ id: 'ManagedUser', description: 'An account as administrators see it.' })

export type UsersQuery = z.infer<typeof usersQuery>
export type UpdateUserInput = z.infer<typeof updateUserInput>
export type ManagedUser = z.infer<typeof managedUser>
