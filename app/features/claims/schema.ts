import { z } from 'zod'
import { time } from '#app/primitives/schema.ts'

/** Minutes for which a check of a claim is valid for writes. */
export const CHECK_MINUTES = 10
/** Minutes for which the list of a user's servers is kept. */
export const FOUND_MINUTES = 60
/** Maximum number of servers in the list. Discord allows 200. */
export const MAX_FOUND = 200

/** Options of a user for one of their servers. */
const options = ['claim', 'add', 'wait', 'blocked', 'managed', 'claimed', 'suspended'] as const

export const foundGuild = z
  .object({
    id: z.string().meta({ example: '100000000000000001' }),
    name: z.string().meta({ example: 'Harbour' }),
    option: z.enum(options).meta({
      description:
        '`claim`: you can claim the guild. `add`: the bot is not in the guild. `wait`: the operator has not approved the guild. `blocked`: the operator has blocked the guild. `managed`: you are a manager. `claimed`: you have claimed the guild. `suspended`: your claim is suspended, because you lost Manage Server. `add`, `wait` and `blocked` also apply to managers and to guilds that you have claimed.',
      example: 'claim',
    }),
    checked_at: time.nullable().meta({ description: 'Last check of your claim, or null without a claim.' }),
  })
  .meta({ id: 'FoundGuild', description: 'A guild that you manage in Discord or have claimed.' })

export type FoundGuild = z.output<typeof foundGuild>

/** Claim of a guild, with its account. A suspended claim grants nothing. */
export type GuildClaim = {
  user_id: string
  name: string
  email: string
  created_at: string
  checked_at: string
  suspended_at: string | null
}
