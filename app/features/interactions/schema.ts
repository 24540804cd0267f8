import { z } from 'zod'

const id = z.string().regex(/^[\w.-]{1,40}$/)
const bits = z.string().regex(/^\d{1,40}$/)

const person = z.looseObject({
  id,
  username: z.string().default(''),
  global_name: z.string().nullish(),
  discriminator: z.string().nullish(),
  bot: z.boolean().optional(),
})
const nicknamed = z.looseObject({ nick: z.string().nullish(), permissions: bits.nullish() })
const named = z.looseObject({ id, name: z.string().nullish() })
const message = z.looseObject({
  id,
  channel_id: z.string().nullish(),
  content: z.string().default(''),
  author: person.nullish(),
})
const attachment = z.looseObject({
  id: z.string(),
  filename: z.string().default(''),
  url: z.string().default(''),
})

/** Discord objects that the ids in a command refer to. */
const resolved = z.looseObject({
  users: z.record(z.string(), person).optional(),
  members: z.record(z.string(), nicknamed).optional(),
  roles: z.record(z.string(), named).optional(),
  channels: z.record(z.string(), named).optional(),
  messages: z.record(z.string(), message).optional(),
  attachments: z.record(z.string(), attachment).optional(),
})

/** Option submitted by a user. Subcommands and groups are nested. */
export type SubmittedOption = {
  name: string
  type: number
  value?: unknown
  focused?: boolean | undefined
  options?: SubmittedOption[] | undefined
}
const value = z.looseObject({
  name: z.string(),
  type: z.number(),
  value: z.unknown().optional(),
  focused: z.boolean().optional(),
})
const inSubcommand = value.meta({ id: 'InteractionValue' })
const inGroup = value
  .extend({ options: z.array(inSubcommand).optional() })
  .meta({ id: 'InteractionSubcommand' })
// Discord nests three levels. Some generators cannot load recursive schemas.
const submittedOption: z.ZodType<SubmittedOption> = value
  .extend({ options: z.array(inGroup).optional() })
  .meta({ id: 'InteractionOption' })

/** Field of a form. Discord wraps each field in a row or a label. */
const field = z.looseObject({ custom_id: z.string().optional(), value: z.string().optional() })
const fieldHolder = z.looseObject({ components: z.array(field).optional(), component: field.optional() })

/** Interaction as Discord sends it, reduced to the fields that Signpost uses. Allows unknown fields. */
export const interaction = z.looseObject({
  id,
  type: z.number().int(),
  application_id: id.optional(),
  token: z.string().max(2000).optional(),
  guild_id: id.nullish(),
  channel_id: id.nullish(),
  channel: named.nullish(),
  locale: z.string().nullish(),
  guild_locale: z.string().nullish(),
  context: z.number().int().nullish(),
  app_permissions: bits.nullish(),
  member: nicknamed.extend({ user: person.optional() }).nullish(),
  user: person.nullish(),
  message: message.nullish(),
  data: z
    .looseObject({
      id: z.string().optional(),
      name: z.string().optional(),
      type: z.number().optional(),
      options: z.array(submittedOption).optional(),
      resolved: resolved.optional(),
      target_id: z.string().nullish(),
      custom_id: z.string().max(100).optional(),
      component_type: z.number().optional(),
      values: z.array(z.string()).optional(),
      components: z.array(fieldHolder).optional(),
    })
    .optional(),
})

export type Interaction = z.infer<typeof interaction>
/** Interaction in a guild. */
export type GuildInteraction = Interaction & { guild_id: string }
export type DiscordUser = z.infer<typeof person>

/** Numeric values of Discord's interaction types. */
export const interactionTypes = { ping: 1, command: 2, component: 3, autocomplete: 4, modal: 5 } as const
/** Numeric values of Discord's response types. A deferred response shows a loading state. */
export const responseTypes = {
  pong: 1,
  message: 4,
  deferred: 5,
  deferredUpdate: 6,
  update: 7,
  autocomplete: 8,
  modal: 9,
} as const
/** Flag of a message that only the user can see. */
export const EPHEMERAL = 64

export type InteractionResponse = { type: number; data?: Record<string, unknown> }

/** Maximum size of an interaction in bytes, in a signed request and in a runner's frame. */
export const MAX_INTERACTION_BYTES = 256 * 1024

/**
 * Interaction that a runner reports. After `deadline_ms` milliseconds without a response, the runner defers the
 * response. The payload is parsed separately, so that an invalid payload can be rejected by id.
 */
export const reportedInteraction = z.object({
  id,
  token: z.string().min(1).max(2000),
  deadline_ms: z.number().int().min(0).max(3_000),
  payload: z.record(z.string(), z.unknown()),
})

/** How a response can be deferred: as a message for everyone or for the user, as an update, or not at all. */
export type Deferral = 'public' | 'ephemeral' | 'update' | 'none'

/** Response to a reported interaction. `defer` precedes a slow response. */
export type InteractionReply = { id: string } & ({ callback: InteractionResponse } | { defer: Deferral })

/** Returns how to defer a response whose effects are not stored yet. */
export function deferralFor({ type, data }: InteractionResponse): Deferral {
  if (type === responseTypes.message || type === responseTypes.deferred)
    return data?.flags === EPHEMERAL ? 'ephemeral' : 'public'
  return type === responseTypes.update || type === responseTypes.deferredUpdate ? 'update' : 'none'
}

/** Returns the user of an interaction. In a guild, the user is part of the member. */
export const userOf = ({ member, user }: Interaction): DiscordUser | null => member?.user ?? user ?? null

/** Builds a message that only the user can see, with mentions disabled. */
export function ephemeralReply(content: string): InteractionResponse {
  return { type: responseTypes.message, data: { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } } }
}
