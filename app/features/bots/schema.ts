import { z } from 'zod'
import { snowflake, time } from '#app/primitives/schema.ts'

/** Discord's page with the list of applications. */
export const DEVELOPER_PORTAL = 'https://discord.com/developers/applications'

export const connectBotInput = z.strictObject({
  token: z
    .string({ error: 'Enter the bot token.' })
    .trim()
    // Examples of Discord show the token after “Bot ”, as in the Authorization header.
    .overwrite((text) => text.replace(/^Bot\s+/i, ''))
    .min(1, { error: 'Enter the bot token.', abort: true })
    .max(200, { error: 'Use at most 200 characters for the bot token.', abort: true })
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, {
      error: 'Enter the whole bot token, which has three parts separated by dots.',
    })
    .meta({
      description: 'Token from the “Bot” page of the developer portal. Write-only.',
      example: 'NzAw.a.b',
    }),
})

/** States of the bot, with the problem and its fix. Only `connected` and `none` are without a problem. */
export const botProblems = {
  connected: null,
  none: null,
  unreadable:
    'The stored bot token cannot be decrypted, because the secret of this installation has changed. Enter the token again.',
  other_application:
    'The stored bot does not belong to the application in DISCORD_APPLICATION_ID and DISCORD_PUBLIC_KEY. Remove these variables, or enter a token of that application.',
  unidentified:
    'Discord has not confirmed DISCORD_BOT_TOKEN yet. Check the token and the connection from this machine to Discord.',
} as const
export type BotStatus = keyof typeof botProblems
export const botStatuses = Object.keys(botProblems) as [BotStatus, ...BotStatus[]]

export const botView = z.object({
  status: z.enum(botStatuses).meta({ description: 'State of the bot.', example: 'connected' }),
  source: z
    .enum(['environment', 'database'])
    .nullable()
    .meta({ description: 'Where the token is stored, or null without a token.', example: 'database' }),
  application_id: snowflake
    .nullable()
    .meta({ description: 'Id of the application at Discord, or null.', example: '900000000000000001' }),
  name: z.string().nullable().meta({ description: 'Name of the bot, or null.', example: 'Harbour bot' }),
  icon: z.string().nullable().meta({ description: 'URL of the bot’s picture, or null.', example: null }),
  connected_at: time
    .nullable()
    .meta({ description: 'Time when the bot was connected in the console, or null.' }),
  connected_by: z.string().nullable().meta({ description: 'Name of the owner who connected the bot.' }),
  problem: z.string().nullable().meta({ description: 'Problem and its fix, or null.', example: null }),
})
export type BotView = z.infer<typeof botView>
