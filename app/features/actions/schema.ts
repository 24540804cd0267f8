import { z } from 'zod'
import { jsonLimits, measureText } from '#app/primitives/bounded-json.ts'
import { boundedInteger, snowflake } from '#app/primitives/schema.ts'
import { embed } from '#app/features/actions/embed.ts'

const content = z
  .string()
  .min(1, { error: 'Enter a text.' })
  .max(2000, { error: 'Use at most 2000 characters.' })
  .meta({
    description: 'Templates such as `{user.mention}` are filled in.',
    example: 'Welcome, {user.mention}!',
  })
const reason = z.string().max(512, { error: 'Use at most 512 characters.' }).optional()
/** Who it is done to, where that is not who caused the event. */
const user_id = snowflake.optional().meta({ description: 'Who caused the event when not given.' })

const webhook = z
  .string()
  .max(2048)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'An address that begins with https://.',
  })
  .refine((value) => !URL.canParse(value) || !(new URL(value).username || new URL(value).password), {
    error: 'An address without a name and password in it.',
  })

/** What each action needs to be told. Texts are templates; the names are Discord's. */
export const actionConfigs = {
  SEND_MESSAGE: z
    .strictObject({ channel_id: snowflake, content: content.optional(), embed: embed.optional() })
    .refine(({ content, embed }) => content || embed, { error: 'A message needs a text or an embed.' }),
  SEND_DM: z
    .strictObject({ user_id, content: content.optional(), embed: embed.optional() })
    .refine(({ content, embed }) => content || embed, { error: 'A message needs a text or an embed.' }),
  ADD_ROLE: z.strictObject({ role_id: snowflake, user_id, reason }),
  REMOVE_ROLE: z.strictObject({ role_id: snowflake, user_id, reason }),
  TIMEOUT_MEMBER: z.strictObject({
    duration_seconds: boundedInteger(1, 28 * 24 * 60 * 60).meta({ description: 'At most 28 days.' }),
    user_id,
    reason,
  }),
  KICK_MEMBER: z.strictObject({ user_id, reason }),
  BAN_MEMBER: z.strictObject({
    user_id,
    reason,
    delete_message_seconds: boundedInteger(0, 604_800).optional(),
  }),
  DELETE_MESSAGE: z.strictObject({
    channel_id: snowflake.optional(),
    message_id: snowflake.optional().meta({ description: 'The message of the event when not given.' }),
    reason,
  }),
  CREATE_THREAD: z.strictObject({
    name: z.string().min(1).max(100, { error: 'Use at most 100 characters.' }),
    channel_id: snowflake.optional(),
    message_id: snowflake.optional(),
    auto_archive_duration: z
      .union([z.literal(60), z.literal(1440), z.literal(4320), z.literal(10080)], {
        error: '60, 1440, 4320 or 10080 minutes.',
      })
      .optional(),
    reason,
  }),
  ADD_REACTION: z.strictObject({
    emoji: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'A character, or `name:id` of an emoji of the guild.' }),
    channel_id: snowflake.optional(),
    message_id: snowflake.optional(),
  }),
  LOG_TO_CHANNEL: z.strictObject({
    channel_id: snowflake.optional().meta({ description: 'The log channel of the settings when not given.' }),
    content,
  }),
  CALL_WEBHOOK: z.strictObject({
    url: webhook.meta({ description: 'Private addresses are refused when it is called.' }),
    method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST'),
    headers: z
      .record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/), z.string().max(1000))
      .refine((value) => Object.keys(value).length <= 20, { error: 'Use at most 20 headers.' })
      .optional(),
    body: z
      .string()
      .max(8000)
      .refine((text) => measureText(text).levels <= jsonLimits.levels, {
        error: `Use at most ${jsonLimits.levels} levels.`,
      })
      .optional()
      .meta({ description: 'The event as JSON when not given.' }),
  }),
} as const

export type ActionType = keyof typeof actionConfigs
export const actionTypes = Object.keys(actionConfigs) as [ActionType, ...ActionType[]]

/** An action: its type, the config that fits the type, and what else the place that it stands in needs. */
export type Action<Extra> = { type: ActionType; config: Record<string, unknown> } & Extra

/** A schema of actions with these fields more. What a config may hold follows from the type. */
export function actionWith<S extends z.ZodRawShape>(extra: S) {
  const [first, ...others] = actionTypes.map((type) =>
    z.strictObject({ ...extra, type: z.literal(type), config: actionConfigs[type] }).meta({ title: type }),
  )
  return z.discriminatedUnion('type', [first!, ...others], {
    error: `One of ${actionTypes.join(', ')}.`,
  }) as unknown as z.ZodType<Action<z.output<z.ZodObject<S>>>>
}

/** Hides what gives access elsewhere from those who may only read: the path of a webhook and what its headers hold. */
export function withoutSecrets<A extends Action<unknown>>(action: A): A {
  return { ...action, config: configWithoutSecrets(action.type, action.config) }
}

/** The same for a config by itself, which may have nothing in it yet. */
export function configWithoutSecrets(type: ActionType, config: Record<string, unknown>) {
  if (type !== 'CALL_WEBHOOK') return config
  const { url, headers, ...rest } = config as { url?: string; headers?: Record<string, string> }
  const hidden = headers && Object.fromEntries(Object.keys(headers).map((name) => [name, '…']))
  return {
    ...rest,
    ...(url === undefined ? {} : { url: URL.canParse(url) ? `${new URL(url).origin}/…` : '…' }),
    ...(hidden ? { headers: hidden } : {}),
  }
}
