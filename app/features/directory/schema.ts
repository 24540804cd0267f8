import { z } from 'zod'
import { cleanLabel, cleanName } from '#app/primitives/clean-name.ts'
import { snowflake, time } from '#app/primitives/schema.ts'

/** Capability of runners that report directories and respond to queries. */
export const DIRECTORY_CAPABILITY = 'directory.1'

/** Limits of Discord and of the frames. */
export const directoryLimits = {
  channels: 500,
  roles: 250,
  emojis: 500,
  parts: 16,
  /** Maximum size of a frame in bytes and its number of keys and items, below the limits of the socket. */
  frameBytes: 512 * 1024,
  frameItems: 8_000,
  /** Maximum size of a kind as JSON, in characters. */
  characters: 2 * 1024 * 1024,
  /** Days for which the name of a deleted entry is kept. */
  deletedDays: 30,
} as const

const name = z.string().max(100).transform(cleanName)
const bits = z.string().regex(/^\d{1,20}$/, { error: 'Use a decimal number as text.' })
const position = z.number().int().min(-1).max(100_000)

const reportedRole = z.object({
  id: snowflake,
  name,
  color: z.number().int().min(0).max(0xffffff).default(0),
  position,
  permissions: bits,
  managed: z.boolean().default(false),
})

const reportedChannel = z.object({
  id: snowflake,
  name,
  type: z.number().int().min(0).max(100),
  position,
  parent_id: snowflake.nullable().default(null),
  hidden: z.boolean().default(false),
  overwrites: z
    .array(z.object({ id: snowflake, type: z.union([z.literal(0), z.literal(1)]), allow: bits, deny: bits }))
    .max(directoryLimits.roles + 1)
    .default([]),
})

const reportedEmoji = z.object({
  id: snowflake,
  name: z.string().regex(/^\w{1,32}$/, { error: 'Use up to 32 letters, digits and underscores.' }),
  animated: z.boolean().default(false),
})

/** Kinds of entries of a directory. Other kinds are ignored. */
export const directoryKinds = ['roles', 'channels', 'emojis'] as const
export type StoredKind = (typeof directoryKinds)[number]

const guild_id = snowflake
const rev = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const kind = z.string().min(1).max(50)
const entries = z.array(z.unknown()).max(directoryLimits.channels)
const bot = z.object({ id: snowflake, roles: z.array(snowflake).max(directoryLimits.roles) })

/** Messages of runners about directories. Items are checked later, because their schema depends on the kind. */
export const directoryMessages = {
  directory: z.object({
    guild_id,
    rev,
    kind,
    part: z.number().int().min(1).max(directoryLimits.parts),
    of: z.number().int().min(1).max(directoryLimits.parts),
    items: entries,
    bot: bot.optional(),
    visible_only: z.boolean().default(false),
  }),
  directory_patch: z.object({
    guild_id,
    rev,
    base_rev: rev,
    kind,
    put: entries,
    del: z.array(snowflake).max(directoryLimits.channels),
    bot: bot.optional(),
  }),
  query_result: z.object({
    ref: z.string().min(1).max(100),
    result: z.unknown().optional(),
    error: z.object({ code: z.string().max(100), message: z.string().max(2_000) }).optional(),
  }),
} as const

export type DirectoryFrame = z.output<typeof directoryMessages.directory>
export type DirectoryPatch = z.output<typeof directoryMessages.directory_patch>
export type QueryResult = z.output<typeof directoryMessages.query_result>

/** Schemas of the reported entries by kind. */
export const reportedEntries = {
  roles: reportedRole,
  channels: reportedChannel,
  emojis: reportedEmoji,
} as const
export type ReportedRole = z.output<typeof reportedRole>
export type ReportedChannel = z.output<typeof reportedChannel>
export type ReportedEmoji = z.output<typeof reportedEmoji>
export type DirectoryBot = z.output<typeof bot>

/** Kinds of queries to a runner. */
export const queryKinds = ['member_search', 'member', 'bot_permissions'] as const
export type QueryKind = (typeof queryKinds)[number]

/** Messages to runners about directories. `rev` is the stored revision, which the next revision must exceed. */
export type DirectoryServerFrame =
  | { op: 'directory_resync'; d: { guild_id: string; kind?: string; rev?: number } }
  | { op: 'query'; d: { ref: string; guild_id: string; kind: QueryKind; args: Record<string, unknown> } }

const deleted_at = time.nullable().meta({ description: 'Time at which the deletion was noticed, or null.' })

const role = z
  .object({
    id: snowflake.meta({ example: '400000000000000001' }),
    name: z.string().meta({ example: 'Newcomer' }),
    color: z.number().int().meta({ description: 'Color as a number. 0 for none.', example: 3_447_003 }),
    position: z.number().int().meta({ description: 'Higher roles have higher positions.', example: 3 }),
    managed: z.boolean().meta({ description: 'Whether Discord or an integration assigns the role.' }),
    assignable: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the bot can give the role. Null if this is unknown.' }),
    deleted_at,
  })
  .meta({ id: 'DirectoryRole', description: 'A role of the guild.' })

const channel = z
  .object({
    id: snowflake.meta({ example: '300000000000000001' }),
    name: z.string().meta({ description: 'Last known name. Can be empty.', example: 'general' }),
    type: z.number().int().meta({ description: 'Discord’s channel type.', example: 0 }),
    position: z.number().int().meta({ description: 'Position in the category.', example: 1 }),
    parent_id: snowflake.nullable().meta({ description: 'Category of the channel, or null.', example: null }),
    hidden: z.boolean().meta({ description: 'Whether the bot cannot see the channel.' }),
    writable: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the bot can send messages here. Null if this is unknown.' }),
    deleted_at,
  })
  .meta({ id: 'DirectoryChannel', description: 'A channel or category of the guild.' })

const emoji = z
  .object({
    id: snowflake.meta({ example: '500000000000000001' }),
    name: z.string().meta({ example: 'wave' }),
    animated: z.boolean().meta({ description: 'Whether the emoji is animated.' }),
    deleted_at,
  })
  .meta({ id: 'DirectoryEmoji', description: 'A custom emoji of the guild.' })

/** Directory of a guild. The times are null until a runner has reported the kind. */
export const guildDirectory = z
  .object({
    guild_id: snowflake.meta({ example: '100000000000000001' }),
    roles_at: time.nullable().meta({ description: 'Time of the last change of roles, or null.' }),
    channels_at: time.nullable().meta({ description: 'Time of the last change of channels, or null.' }),
    emojis_at: time.nullable().meta({
      description: 'Time of the last change of emojis, or null if the runner does not report them.',
    }),
    roles: z.array(role).meta({ description: 'Roles, highest first, then deleted roles.' }),
    channels: z.array(channel).meta({ description: 'Channels by category and position, then deleted ones.' }),
    emojis: z.array(emoji).meta({ description: 'Custom emojis by name, then deleted ones.' }),
  })
  .meta({
    id: 'GuildDirectory',
    description: 'Roles, channels and emojis of a guild, as reported by its runner.',
  })

export type GuildDirectory = z.output<typeof guildDirectory>

/** Query of the member search. */
export const memberSearch = z.object({
  q: z
    .string()
    .trim()
    .min(2, { error: 'Enter at least two characters.' })
    .max(100, { error: 'Use at most 100 characters.' })
    .meta({ description: 'Beginning of a user name or nickname.', example: 'ad' }),
})

const MAX_MEMBER_NAME = 200
const memberName = z
  .string()
  .max(MAX_MEMBER_NAME)
  .overwrite((text) => cleanLabel(text, MAX_MEMBER_NAME))

const member = z
  .object({
    id: snowflake.meta({ example: '200000000000000042' }),
    name: memberName.meta({ description: 'Name in the guild.', example: 'Ada' }),
    username: memberName.meta({ example: 'ada' }),
    is_bot: z.boolean(),
  })
  .meta({ id: 'DirectoryMember', description: 'A member of the guild.' })

export const memberList = z.object({ members: z.array(member).max(25) })

/** Member with roles and the permissions in the guild, as a decimal number in text. Null if the user is no member. */
export const memberDetails = member
  .extend({
    roles: z.array(snowflake).max(directoryLimits.roles),
    permissions: bits,
    joined_at: z.string().max(50).nullable(),
  })
  .nullable()

/** Permissions of the bot, in the guild or in a channel. */
export const botPermissions = z.object({ permissions: bits })

export type DirectoryMember = z.output<typeof member>
