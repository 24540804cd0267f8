import { z } from 'zod'
import { snowflake } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { timeZone } from '#app/primitives/time-zone.ts'

/** Languages that Discord supports: https://discord.com/developers/docs/reference#locales. */
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

/** Schema of a guild's time zone. */
export const timezone = timeZone.meta({ example: 'Europe/Paris' })

const ids = (of: string) =>
  z
    .array(snowflake)
    .max(200, { error: `Use at most 200 ${of}.` })
    .overwrite((list) => [...new Set(list)])
    .meta({ example: ['300000000000000001'] })

const days = (least: number, most: number) => {
  const error = `Use a whole number of days from ${least} to ${formatInteger(most)}.`
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

const prefix = z
  .string()
  .trim()
  .regex(/^\S{1,5}$/, { error: 'Use one to five characters without spaces.' })

/** Schema of the guild settings. */
export const guildSettings = z
  .strictObject({
    prefix: prefix.default('!').meta({
      description: 'Prefix for text commands, if the runner supports text commands.',
      example: '!',
    }),
    locale: z
      .enum(locales, { error: 'Use a Discord locale, such as en-US.' })
      .default('en-US')
      .meta({ description: 'Language of the bot’s own messages.' }),
    timezone: timezone.default('UTC').meta({ description: 'Time zone for schedules and the console.' }),
    logging_enabled: z.boolean().default(false),
    log_channel_id: snowflake
      .nullable()
      .default(null)
      .meta({ description: 'Channel for `LOG_TO_CHANNEL`.', example: '300000000000000008' }),
    moderation_role_id: snowflake.nullable().default(null).meta({ example: '400000000000000001' }),
    excluded_channels: ids('channels')
      .default([])
      .meta({ description: 'Channels whose events are neither stored nor counted.' }),
    excluded_categories: ids('categories')
      .default([])
      .meta({ description: 'Categories whose events are neither stored nor counted.' }),
    welcome: z
      .strictObject({
        enabled: z.boolean().default(false),
        channel_id: snowflake.nullable().default(null).meta({ example: '300000000000000006' }),
        message: z
          .string()
          .max(2000, { error: 'Use at most 2,000 characters.' })
          .nullable()
          .default(null)
          .meta({ example: 'Welcome, {user.mention}!' }),
      })
      .refine(({ enabled, channel_id, message }) => !enabled || (channel_id && message), {
        error: 'To enable the welcome message, enter a channel and a message.',
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
      .meta({ description: 'Modules of the bot that can be disabled.' }),
    retention: z
      .strictObject({
        raw_event_days: days(1, 365).default(90).meta({ description: 'Days to keep individual events.' }),
        daily_days: days(30, 3650)
          .nullable()
          .default(null)
          .meta({ description: 'Days to keep daily statistics. Null for unlimited.' }),
      })
      .prefault({}),
  })
  .meta({ id: 'GuildSettings', description: 'Settings of the guild. Unset fields have their defaults.' })

export type GuildSettings = z.output<typeof guildSettings>

/** Settings for a guild without saved settings. */
export const defaultSettings: GuildSettings = guildSettings.parse({})

/** Schema of the saved settings, with the version that a write must include. */
export const savedSettings = z.object({
  guild_id: z.string().meta({ example: '100000000000000001' }),
  settings: guildSettings,
  version: z
    .number()
    .int()
    .meta({ description: 'Version of the settings. 0 before the first save.', example: 3 }),
  updated_at: z.string().nullable().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' }),
})

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T

/** Returns a schema in which all properties are optional at any depth. Omitted properties keep their values. */
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

/** Schema of a save. Omitted settings stay unchanged. */
export const saveSettingsInput = z
  .strictObject({
    settings: deepPartial(guildSettings) as z.ZodType<DeepPartial<GuildSettings>>,
  })
  .meta({ id: 'SettingsInput', example: { settings: { prefix: '?', retention: { raw_event_days: 30 } } } })

export type SavedSettings = z.output<typeof savedSettings>
export type SaveSettingsInput = z.output<typeof saveSettingsInput>
