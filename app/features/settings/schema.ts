import { z } from 'zod'
import { snowflake } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { timeZone } from '#app/primitives/time-zone.ts'

/** Schema of a guild's time zone. */
export const timezone = timeZone.meta({ example: 'Europe/Paris' })

const ids = (of: string, most = 200) =>
  z
    .array(snowflake)
    .max(most, { error: `Use at most ${most} ${of}.` })
    .overwrite((list) => [...new Set(list)])
    .meta({ example: ['300000000000000001'] })

const days = (least: number, most: number) => {
  const error = `Use a whole number of days from ${least} to ${formatInteger(most)}.`
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

/** Schema of the guild settings. */
export const guildSettings = z
  .strictObject({
    timezone: timezone.default('UTC').meta({ description: 'Time zone for schedules and the console.' }),
    logging_enabled: z.boolean().default(false),
    log_channel_id: snowflake
      .nullable()
      .default(null)
      .meta({ description: 'Channel for `LOG_TO_CHANNEL`.', example: '300000000000000008' }),
    excluded_channels: ids('channels')
      .default([])
      .meta({ description: 'Channels whose events are neither stored nor counted.' }),
    excluded_categories: ids('categories')
      .default([])
      .meta({ description: 'Categories whose events are neither stored nor counted.' }),
    ask_command: z.boolean().default(false).meta({
      description: 'True to register `/ask`, which quotes the published pages.',
    }),
    ask_forum_channels: ids('forum channels', 10)
      .default([])
      .meta({ description: 'Forum channels whose new posts get a reply.' }),
    modules: z
      .strictObject({
        commands: z.boolean().default(true),
        automations: z.boolean().default(true),
        statistics: z.boolean().default(true),
        logging: z.boolean().default(true),
      })
      .prefault({})
      .meta({ description: 'Modules that can be disabled.' }),
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
  .meta({
    id: 'SettingsInput',
    example: { settings: { timezone: 'Europe/Paris', retention: { raw_event_days: 30 } } },
  })

export type SavedSettings = z.output<typeof savedSettings>
export type SaveSettingsInput = z.output<typeof saveSettingsInput>
