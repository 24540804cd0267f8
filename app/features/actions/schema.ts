import { z } from 'zod'
import { jsonLimits, measureText } from '#app/primitives/bounded-json.ts'
import { boundedInteger, isWithinKib, SNOWFLAKE, snowflake } from '#app/primitives/schema.ts'
import { type ActionType, actionTypes } from '#app/features/actions/action-types.ts'
import { embed } from '#app/features/actions/embed.ts'

const content = z
  .string()
  .min(1, { error: 'Enter text.' })
  .max(2000, { error: 'Use at most 2,000 characters.' })
  .meta({
    description: 'Text. Templates such as `{user.mention}` are filled in.',
    example: 'Welcome, {user.mention}!',
  })
const reason = z.string().max(512, { error: 'Use at most 512 characters.' }).optional()
/** Returns the schema of a required id, whose message for an empty field names what to choose. */
const chosen = (noun: string) => {
  const missing = `Choose a ${noun}.`
  return z.string({ error: missing }).regex(SNOWFLAKE, {
    error: ({ input }) => (input === '' ? missing : 'Enter a Discord id with 17 to 20 digits.'),
  })
}
/** User that the action affects, if different from the user who caused the event. */
const user_id = snowflake.optional().meta({ description: 'Default: the user who caused the event.' })
/** Message that the action affects. */
const message_id = snowflake.optional().meta({
  description:
    'Default: the message of the event. If the event has no message, the last message of an earlier `SEND_MESSAGE` action.',
})

const webhook = z
  .string()
  .max(2048)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'Enter a URL that begins with https://.',
  })
  .refine((value) => !URL.canParse(value) || !(new URL(value).username || new URL(value).password), {
    error: 'Use a URL without a username and password.',
  })

/** Config schemas for the actions, with Discord's field names. Texts are templates. */
export const actionConfigs = {
  SEND_MESSAGE: z
    .strictObject({ channel_id: chosen('channel'), content: content.optional(), embed: embed.optional() })
    .refine(({ content, embed }) => content || embed, { error: 'A message needs text or an embed.' }),
  SEND_DM: z
    .strictObject({ user_id, content: content.optional(), embed: embed.optional() })
    .refine(({ content, embed }) => content || embed, { error: 'A message needs text or an embed.' }),
  ADD_ROLE: z.strictObject({ role_id: chosen('role'), user_id, reason }),
  REMOVE_ROLE: z.strictObject({ role_id: chosen('role'), user_id, reason }),
  TIMEOUT_MEMBER: z.strictObject({
    duration_seconds: boundedInteger(1, 28 * 24 * 60 * 60).meta({ description: 'Maximum 28 days.' }),
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
    message_id,
    reason,
  }),
  CREATE_THREAD: z.strictObject({
    name: z.string().min(1).max(100, { error: 'Use at most 100 characters.' }),
    channel_id: snowflake.optional(),
    message_id: snowflake.optional(),
    auto_archive_duration: z
      .union([z.literal(60), z.literal(1440), z.literal(4320), z.literal(10080)], {
        error: 'Use 60, 1440, 4320 or 10080 minutes.',
      })
      .optional(),
    reason,
  }),
  ADD_REACTION: z.strictObject({
    emoji: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'A Unicode emoji, or `name:id` for a custom emoji from the guild.' }),
    channel_id: snowflake.optional(),
    message_id,
  }),
  LOG_TO_CHANNEL: z.strictObject({
    channel_id: snowflake.optional().meta({ description: 'Default: the log channel of the settings.' }),
    content,
  }),
  CALL_WEBHOOK: z.strictObject({
    url: webhook.meta({ description: 'URL to call. Calls to private addresses are rejected.' }),
    method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST'),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, {
          error: 'Use at most 64 letters, digits and hyphens, beginning with one of a to z.',
        }),
        z.string().max(1000),
      )
      .refine((value) => Object.keys(value).length <= 20, { error: 'Use at most 20 headers.' })
      .optional(),
    body: z
      .string()
      .max(8000)
      .refine((text) => measureText(text).levels <= jsonLimits.levels, {
        error: `Use at most ${jsonLimits.levels} levels of nesting.`,
      })
      .optional()
      .meta({ description: 'Default: the event as JSON.' }),
  }),
} as const satisfies Record<ActionType, z.ZodType>

/** Limits the size of the actions per automation or command, because all actions are kept in memory. */
export const actionsFit = isWithinKib(128)

/** Action with a type, a config and extra fields for its context. */
export type Action<Extra> = { type: ActionType; config: Record<string, unknown> } & Extra

/** Creates a schema for actions with extra fields. The type determines the config. */
export function actionWith<S extends z.ZodRawShape>(extra: S) {
  const [first, ...others] = actionTypes.map((type) =>
    z.strictObject({ ...extra, type: z.literal(type), config: actionConfigs[type] }).meta({ title: type }),
  )
  return z.discriminatedUnion('type', [first!, ...others], {
    error: `Use one of: ${actionTypes.join(', ')}.`,
  }) as unknown as z.ZodType<Action<z.output<z.ZodObject<S>>>>
}

/** Hides an action's webhook path and header values from users with read-only access. */
export function withoutSecrets<A extends Action<unknown>>(action: A): A {
  return { ...action, config: configWithoutSecrets(action.type, action.config) }
}

/** Hides the secrets in a config. The config can be empty. */
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
