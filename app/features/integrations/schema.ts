import { z } from 'zod'
import { time } from '#app/primitives/schema.ts'

/** What is built in, with the name and the kind of each. */
export const integrationTypes = {
  discord: { name: 'Discord interactions', category: 'discord' },
  'discord-gateway': { name: 'Discord gateway', category: 'discord' },
  runners: { name: 'Bot runners', category: 'runners' },
  'github-sign-in': { name: 'GitHub sign-in', category: 'sign-in' },
  'discord-sign-in': { name: 'Discord sign-in', category: 'sign-in' },
  mail: { name: 'Mail', category: 'mail' },
  'bot-challenge': { name: 'Bot challenge', category: 'contact' },
  chat: { name: 'Assistant', category: 'assistant' },
} as const

export type Slug = keyof typeof integrationTypes
export const slugs = Object.keys(integrationTypes) as [Slug, ...Slug[]]

const integrationStates = ['online', 'degraded', 'offline', 'unknown', 'not_configured'] as const

/** Something that the bot works together with, and how it stands. */
export const integration = z
  .object({
    slug: z.string().meta({ example: 'discord' }),
    name: z.string().meta({ example: 'Discord interactions' }),
    version: z.string().nullable().meta({ description: 'Of what answers, where it says so.' }),
    category: z.string().meta({ example: 'discord' }),
    enabled: z.boolean(),
    status: z.enum(integrationStates).meta({
      description: '`unknown`: set up and never heard of. `not_configured`: nothing is set up.',
    }),
    commands: z.number().int().meta({ description: 'How many commands of the guild it carries.' }),
    last_heartbeat_at: time.nullable(),
    last_error: z.object({ code: z.string(), message: z.string(), at: time }).nullable(),
  })
  .meta({ id: 'Integration' })

export const integrationsReport = z
  .object({
    guild_id: z.string().meta({ example: '100000000000000001' }),
    status: z.enum(['operational', 'degraded', 'down']),
    checked_at: time.meta({ description: 'When the data behind this answer last changed.' }),
    integrations: z.array(integration),
  })
  .meta({
    id: 'IntegrationsReport',
    description: 'How everything that the guild’s bot needs stands, and all of it together.',
  })

/** `?slug=` asks for one. */
export const statusQuery = z.object({
  slug: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only this one; 404 when it is unknown.', example: 'discord' }),
})

export const slugParam = z.object({ guildId: z.string(), slug: z.string() })
export const integrationInput = z.strictObject({ enabled: z.boolean() }).meta({ example: { enabled: false } })

export type Integration = z.output<typeof integration>
export type IntegrationsReport = z.output<typeof integrationsReport>
