import { z } from 'zod'
import { snowflake } from '#app/primitives/schema.ts'

/** The languages that Discord speaks, https://discord.com/developers/docs/reference#locales. */
export const locales = [
  'id',
  'da',
  'de',
  'en-GB',
  'en-US',
  'es-ES',
  'es-419',
  'fr',
  'hr',
  'it',
  'lt',
  'hu',
  'nl',
  'no',
  'pl',
  'pt-BR',
  'ro',
  'fi',
  'sv-SE',
  'vi',
  'tr',
  'cs',
  'el',
  'bg',
  'ru',
  'uk',
  'hi',
  'th',
  'zh-CN',
  'ja',
  'zh-TW',
  'ko',
] as const

/** A name of the IANA time zone database, such as `Europe/Paris`. */
export const timezone = z
  .string()
  .max(64)
  .refine(isTimezone, { error: 'A time zone of the IANA database, such as Europe/Paris or UTC.' })
  .meta({ example: 'Europe/Paris' })

function isTimezone(name: string) {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const ids = (of: string) =>
  z
    .array(snowflake)
    .max(200, { error: `Name at most 200 ${of}.` })
    .overwrite((list) => [...new Set(list)])
    .meta({ example: ['300000000000000001'] })

const days = (least: number, most: number) => {
  const error = `A whole number of days from ${least} to ${most}.`
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const prefix = z
  .string()
  .trim()
  .regex(/^\S{1,5}$/, { error: 'One to five characters without a space.' })

/** Everything that a guild can set. */
export const guildSettings = z
  .strictObject({
    prefix: prefix.default('!').meta({
      description: 'What text commands begin with, for the runners that read them.',
      example: '!',
    }),
    locale: z
      .enum(locales, { error: 'A locale of Discord, such as en-US.' })
      .default('en-US')
      .meta({ description: 'The language of what the bot says by itself.' }),
    timezone: timezone
      .default('UTC')
      .meta({ description: 'Where the day of schedules and of the console begins.' }),
    logging_enabled: z.boolean().default(false),
    log_channel_id: snowflake
      .nullable()
      .default(null)
      .meta({ description: 'Where `LOG_TO_CHANNEL` writes.', example: '300000000000000008' }),
    moderation_role_id: snowflake.nullable().default(null).meta({ example: '400000000000000001' }),
    excluded_channels: ids('channels')
      .default([])
      .meta({ description: 'Channels whose events are neither kept nor counted.' }),
    excluded_categories: ids('categories')
      .default([])
      .meta({ description: 'Categories whose channels are left out the same way.' }),
    welcome: z
      .strictObject({
        enabled: z.boolean().default(false),
        channel_id: snowflake.nullable().default(null).meta({ example: '300000000000000006' }),
        message: z
          .string()
          .max(2000, { error: 'Use at most 2000 characters.' })
          .nullable()
          .default(null)
          .meta({ example: 'Welcome, {user.mention}!' }),
      })
      .refine(({ enabled, channel_id, message }) => !enabled || (channel_id && message), {
        error: 'A welcome that is on needs a channel and a message.',
      })
      .prefault({}),
    modules: z
      .strictObject({
        commands: z.boolean().default(true),
        automations: z.boolean().default(true),
        statistics: z.boolean().default(true),
        logging: z.boolean().default(true),
      })
      .prefault({})
      .meta({ description: 'Parts of the bot that can be switched off.' }),
    retention: z
      .strictObject({
        raw_event_days: days(1, 365).default(90).meta({ description: 'How long single events are kept.' }),
        daily_days: days(30, 3650)
          .nullable()
          .default(null)
          .meta({ description: 'How long daily statistics are kept; null for ever.' }),
      })
      .prefault({}),
  })
  .meta({ id: 'GuildSettings', description: 'What the guild has set. What was never set is the default.' })

export type GuildSettings = z.output<typeof guildSettings>

/** What holds before anybody has saved anything. */
export const defaultSettings: GuildSettings = guildSettings.parse({})

/** The settings as they are saved, with the version that a write names. */
export const savedSettings = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  settings: guildSettings,
  version: z.number().int().meta({ description: '0 when nothing was ever saved.', example: 3 }),
  updated_at: z.string().nullable().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' }),
})

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T

/** The schema of a part of an object: whatever is left out, at any depth, stands for what is there. */
function deepPartial(object: z.ZodObject): z.ZodType {
  const fields = Object.entries(object.shape as Record<string, z.ZodDefault | z.ZodPrefault>)
  return z.strictObject(
    Object.fromEntries(
      fields.map(([name, field]) => {
        const inner = field.unwrap() as z.ZodType
        return [name, (inner instanceof z.ZodObject ? deepPartial(inner) : inner).optional()]
      }),
    ),
  )
}

/** What a save changes: the settings that it names. The others stay as they are. */
export const saveSettingsInput = z
  .strictObject({
    settings: deepPartial(guildSettings) as z.ZodType<DeepPartial<GuildSettings>>,
  })
  .meta({ id: 'SettingsInput', example: { settings: { prefix: '?', retention: { raw_event_days: 30 } } } })

export type SavedSettings = z.output<typeof savedSettings>
export type SaveSettingsInput = z.output<typeof saveSettingsInput>
