import { z } from 'zod'
import { roles } from '#app/access.ts'
import { setupInput, verifyEmailInput } from '#app/features/accounts/schema.ts'
import { email, integerParam, SNOWFLAKE, time } from '#app/primitives/schema.ts'

/** Lifetime of an invitation in milliseconds: seven days. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000

const guildId = z
  .string()
  .regex(SNOWFLAKE, { error: 'Choose a server.' })
  .meta({ description: 'Guild that the invited person will manage.', example: '100000000000000001' })

const role = z.enum(roles, { error: `Choose one of ${roles.join(', ')}.` })

export const inviteInput = z.strictObject({
  email,
  role: role.default('member').meta({ description: 'Role of the account. Default `member`.' }),
  guild_id: guildId.nullable().default(null),
})

export const invitationsQuery = z.object({
  guild_id: guildId.optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** Schema of the form behind the link. A new account needs a name. An existing account needs its password. */
export const acceptForm = z.object({
  token: verifyEmailInput.shape.token,
  name: verifyEmailInput.shape.name,
  password: z.string().max(1024, { error: 'Use at most 1,024 bytes.' }).optional(),
})

export const newMember = setupInput.pick({ name: true, password: true })

export const invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    guild_id: z.string().nullable(),
    guild_name: z.string().nullable().meta({ description: 'Name of the guild.', example: 'Analysts' }),
    invited_by: z.string().meta({ description: 'Name of the inviter.', example: 'Ada' }),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: 'Invitation', description: 'A pending invitation.' })

export type InviteInput = z.infer<typeof inviteInput>
export type InvitationsQuery = z.infer<typeof invitationsQuery>
export type AcceptInput = z.infer<typeof acceptForm>
export type Invitation = z.infer<typeof invitation>
