import { z } from 'zod'
import { snowflake, time, visibleLine } from '#app/primitives/schema.ts'

/** States of a guild, in the order in which the console lists them. */
export const guildStates = ['pending', 'active', 'unavailable', 'left', 'blocked'] as const
export type GuildState = (typeof guildStates)[number]

/** Checks whether the service works for a guild in this state. */
export const isServed = (state: GuildState | undefined): boolean =>
  state === 'active' || state === 'unavailable'

export const addGuildInput = z.strictObject({
  id: snowflake,
  name: visibleLine(
    z
      .string()
      .trim()
      .min(1, { error: 'Enter a name.' })
      .max(100, { error: 'Use at most 100 characters.', abort: true }),
  ),
})

/** Guild that uses this service. */
export const guild = z
  .object({
    id: z.string().meta({ example: '100000000000000001' }),
    name: z.string().meta({ example: 'Harbour' }),
    state: z.enum(guildStates).meta({
      description: 'State of the guild. The bot works only in `active` and `unavailable` guilds.',
      example: 'active',
    }),
    icon: z.string().nullable().meta({
      description: 'Hash of the icon for Discord’s CDN, or null.',
      example: 'a_1269e74af4df7417b13759eae50c83dc',
    }),
    owner_id: z.string().nullable().meta({
      description: 'Discord id of the owner. Null until a runner reports the guild.',
      example: '200000000000000001',
    }),
    member_count: z.number().int().nullable().meta({
      description:
        'Number of members from the statistics or, if they have none yet, from the last report of a runner. Null if unknown.',
      example: 120,
    }),
    member_count_at: time.nullable().meta({
      description:
        'Time of the statistics with this member count, or null if the count is not from the statistics.',
    }),
    joined_at: time.nullable().meta({
      description: 'Time of the first report after the bot joined. Null until a runner reports the guild.',
    }),
    left_at: time.nullable().meta({ description: 'Time at which the bot left, or null.' }),
    created_at: time,
  })
  .meta({ id: 'Guild', description: 'A guild that uses this service.' })

/** Report of a runner about one guild. Without `available`, only the state changes. */
export const guildReport = z.object({
  guild_id: snowflake,
  state: z.enum(['available', 'unavailable', 'left']),
  name: z.string().max(100).default(''),
  icon: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/)
    .nullish(),
  owner_id: snowflake.nullish(),
  member_count: z.number().int().min(0).max(1_000_000_000).nullish(),
  application_id: snowflake.nullish(),
  /** True after a change of the owner or of a role, so that claims are checked again. */
  access_changed: z.boolean().optional(),
})

/** Complete list of the guilds on one shard. Known guilds of the shard that are missing have removed the bot. */
export const guildList = z
  .object({
    application_id: snowflake,
    shard: z.number().int().min(0).max(100_000),
    shards: z.number().int().min(1).max(100_000),
    guild_ids: z.array(snowflake).max(5_000),
  })
  .refine(({ shard, shards }) => shard < shards, { error: 'shard must be less than shards.' })

/** Policies for servers that the operator has not approved. */
export const guildPolicies = ['allow_list', 'ask', 'open'] as const

/** Days for which the data of a guild is kept after the bot left. */
export const KEEP_LEFT_DAYS = 30
/** Days after which the bot can leave a server that is still pending. */
export const LEAVE_AFTER_DAYS = 7

/** Policy for new guilds. */
export const guildPolicy = z
  .strictObject({
    policy: z.enum(guildPolicies, { error: `Use one of: ${guildPolicies.join(', ')}.` }).meta({
      description:
        '`allow_list`: new guilds wait for approval. `ask`: the same, and owners are notified. `open`: new guilds are active at once.',
      example: 'allow_list',
    }),
    leave_after_days: z.literal(LEAVE_AFTER_DAYS).nullable().meta({
      description: 'Days after which the bot leaves a guild that is still pending. Null to stay.',
      example: LEAVE_AFTER_DAYS,
    }),
  })
  .meta({ id: 'GuildPolicy', description: 'What happens when the bot is added to a guild.' })

/** State that an operator can choose for a guild. */
export const guildStateInput = z.strictObject({
  state: z
    .enum(['active', 'pending', 'left', 'blocked'], { error: 'Use one of: active, pending, left, blocked.' })
    .meta({ description: 'The new state.', example: 'active' }),
})

/** User who manages a guild, regardless of their role. */
export const manager = z
  .object({
    user_id: z.string().meta({ example: '01JDEM00000000000000000001' }),
    name: z.string().meta({ example: 'Ada' }),
    email: z.string().meta({ example: 'ada@example.org' }),
    created_at: time.meta({ description: 'Time at which the user became a manager.' }),
  })
  .meta({ id: 'GuildManager', description: 'A user who manages a guild, regardless of their role.' })

export type AddGuildInput = z.infer<typeof addGuildInput>
export type Guild = z.infer<typeof guild>
export type GuildReport = z.output<typeof guildReport>
export type GuildList = z.output<typeof guildList>
export type GuildPolicy = z.output<typeof guildPolicy>
export type ChosenState = z.output<typeof guildStateInput>['state']
export type Manager = z.infer<typeof manager>

/** Data for the layout of a guild's sections. */
export type GuildFrame = {
  guild: Guild
  /** Whether the user can add and remove managers of the guild. */
  mayAssign: boolean
  /** True if the user is a demo visitor. */
  isDemo: boolean
}

/** Query of the guild list. */
export type GuildsQuery = {
  q?: string | undefined
  state?: GuildState | undefined
  limit: number
  offset: number
}
