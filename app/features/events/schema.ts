import { z } from 'zod'
import { cleanLabel } from '#app/primitives/clean-name.ts'
import { MAX_INNER_LEVELS, measureValue } from '#app/primitives/bounded-json.ts'
import { snowflake } from '#app/primitives/schema.ts'

/** Event types that runners report and that can trigger automations. */
export const eventTypes = [
  'MEMBER_JOIN',
  'MEMBER_LEAVE',
  'MEMBER_UPDATE',
  'MEMBER_BAN',
  'MEMBER_UNBAN',
  'MEMBER_ROLE_ADD',
  'MEMBER_ROLE_REMOVE',
  'MESSAGE_CREATE',
  'MESSAGE_UPDATE',
  'MESSAGE_DELETE',
  'VOICE_JOIN',
  'VOICE_LEAVE',
  'VOICE_MOVE',
  'REACTION_ADD',
  'REACTION_REMOVE',
  'CHANNEL_CREATE',
  'CHANNEL_UPDATE',
  'CHANNEL_DELETE',
  'THREAD_CREATE',
  'SCHEDULED_EVENT_CREATE',
  'COMMAND_USE',
  'BUTTON_CLICK',
  'SELECT_USE',
  'MODAL_SUBMIT',
  'ENTRY_PUBLISHED',
  'SCHEDULE',
] as const

const id = z.string().min(1).max(100)
/** Maximum length of a name in an event. */
const MAX_LABEL = 200
const label = z
  .string()
  .max(MAX_LABEL)
  .overwrite((text) => cleanLabel(text, MAX_LABEL))

/** Event from the Discord gateway. The id of the event makes repeated reports idempotent. */
export const gatewayEvent = z.strictObject({
  id,
  type: z.enum(eventTypes),
  occurred_at: z.iso.datetime({ offset: true }),
  guild_id: snowflake,
  actor: z.strictObject({ id, name: label, is_bot: z.boolean().default(false) }).nullable(),
  target: z.strictObject({ id, kind: z.string().max(50), name: label }).nullable(),
  channel: z.strictObject({ id, name: label }).nullable(),
  data: z
    .record(z.string().max(100), z.unknown())
    .refine((data) => measureValue(data).levels <= MAX_INNER_LEVELS, {
      error: `Use at most ${MAX_INNER_LEVELS} levels.`,
      abort: true,
    })
    .refine((data) => JSON.stringify(data).length <= 16_384, { error: 'Use at most 16 KiB.' }),
})

/** Types of events that only the service creates, and the prefixes of ids that it gives to events. */
const serviceTypes: ReadonlySet<string> = new Set(['ENTRY_PUBLISHED', 'SCHEDULE'])
const serviceIds = /^(?:entry|manual|schedule):/

/** Event that a runner or a program reports. It cannot take the place of an event of the service. */
export const reportedEvent = gatewayEvent.extend({
  id: id.refine((text) => !serviceIds.test(text), {
    error: 'Use an id that does not begin with entry:, manual: or schedule:.',
  }),
  type: gatewayEvent.shape.type.refine((type) => !serviceTypes.has(type), {
    error: 'Use another type. Only Signpost creates events of this type.',
  }),
})

const count = z.number().int().min(0).max(1_000_000_000)

/** Current statistics of a guild. */
export const guildSnapshot = z.strictObject({
  guild_id: snowflake,
  member_count: count,
  human_count: count,
  bot_count: count,
  online_count: count.nullable(),
  channel_count: count,
  role_count: count,
  emoji_count: count,
  boost_count: count,
  boost_level: count,
})

export type GatewayEvent = z.infer<typeof gatewayEvent>
export type GuildSnapshot = z.infer<typeof guildSnapshot>
