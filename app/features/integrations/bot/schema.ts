import { z } from 'zod'
import { botView } from '#app/features/bots/schema.ts'
import { time } from '#app/primitives/schema.ts'

/** Checks of the bot in the order of the setup, with their titles. */
export const botCheckTitles = {
  token: 'Token',
  intents: 'Privileged intents',
  delivery: 'Delivery of interactions',
  gateway: 'Gateway connection',
  invite: 'Invite link',
  server: 'Server',
  commands: 'Commands registered',
  event: 'First event',
  command: 'First command',
  growth: 'Size',
} as const
export type BotCheckId = keyof typeof botCheckTitles
export const botCheckIds = Object.keys(botCheckTitles) as [BotCheckId, ...BotCheckId[]]

/** Fix of the check `server` while the bot is in no server. The console offers the invite link. */
export const INVITE_FIX = 'Select “Add the bot to a server”, and choose the server.'

export const botCheck = z.object({
  id: z.enum(botCheckIds).meta({ description: 'Check.', example: 'token' }),
  status: z
    .enum(['ok', 'waiting', 'warning', 'failed'])
    .meta({ description: '`waiting`: the bot or a person has not done this yet.', example: 'ok' }),
  found: z
    .string()
    .meta({ description: 'Result of the check.', example: 'Discord accepts the token of Harbour bot.' }),
  at: time.nullable().meta({ description: 'Time of the result, or null.' }),
  fix: z.string().nullable().meta({ description: 'How to fix the problem, or null.', example: null }),
})
export type BotCheck = z.infer<typeof botCheck>

/** Way in which Discord delivers interactions. `other` is an endpoint URL of another program. */
export const deliveries = ['gateway', 'http', 'other'] as const

export const botReport = z.object({
  bot: botView.meta({ description: 'The bot.' }),
  checks: z.array(botCheck).meta({ description: 'Checks in the order of the setup. Empty without a bot.' }),
  delivery: z
    .enum(deliveries)
    .nullable()
    .meta({ description: 'Delivery of interactions, or null.', example: 'gateway' }),
  invite_url: z.url().nullable().meta({
    description: 'URL that adds the bot to a guild, or null.',
    example: 'https://discord.com/oauth2/authorize?client_id=900000000000000001',
  }),
})
export type BotReport = z.infer<typeof botReport>

export const deliveryInput = z.strictObject({
  delivery: z.enum(['gateway', 'http'], { error: 'Choose gateway or http.' }).meta({
    description: '`gateway` clears the endpoint URL at Discord, and `http` sets the URL of this site.',
    example: 'gateway',
  }),
})
