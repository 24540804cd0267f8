import { z } from 'zod'
import { perProvider, providerNames } from '#app/platform/config/providers.ts'
import { time } from '#app/primitives/schema.ts'

/** Built-in integrations with name and kind. */
export const integrationTypes = {
  discord: { name: 'Discord interactions', category: 'discord' },
  'discord-gateway': { name: 'Discord gateway', category: 'discord' },
  runners: { name: 'Bot runners', category: 'runners' },
  ...perProvider((provider) => [
    `${provider}-sign-in`,
    { name: `${providerNames[provider]} sign-in`, category: 'sign-in' },
  ]),
  mail: { name: 'Email', category: 'mail' },
  'bot-challenge': { name: 'Bot challenge', category: 'contact' },
  chat: { name: 'Chat model', category: 'assistant' },
} as const

export type Slug = keyof typeof integrationTypes
export const slugs = Object.keys(integrationTypes) as [Slug, ...Slug[]]

/** Integrations of one guild. All others belong to the site, and have the same state in every guild. */
export const guildSlugs = ['discord', 'discord-gateway', 'runners'] as const satisfies Slug[]
export type SiteSlug = Exclude<Slug, (typeof guildSlugs)[number]>
export const isSiteSlug = (slug: string): slug is SiteSlug => !guildSlugs.some((one) => one === slug)

const integrationStates = ['online', 'degraded', 'offline', 'unknown', 'not_configured'] as const

/** Integration of the bot, with its state. */
export const integration = z
  .object({
    slug: z.string().meta({ example: 'discord' }),
    name: z.string().meta({ example: 'Discord interactions' }),
    version: z.string().nullable().meta({ description: 'Version of the integration, if known.' }),
    category: z.string().meta({ example: 'discord' }),
    enabled: z.boolean(),
    status: z.enum(integrationStates).meta({
      description: '`unknown`: configured, without a report so far. `not_configured`: not configured.',
    }),
    commands: z.number().int().meta({ description: 'Number of registered commands in the guild.' }),
    last_heartbeat_at: time.nullable(),
    last_error: z.object({ code: z.string(), message: z.string(), at: time }).nullable(),
  })
  .meta({ id: 'Integration' })

export const integrationsReport = z
  .object({
    guild_id: z.string().meta({ example: '100000000000000001' }),
    status: z.enum(['operational', 'degraded', 'down']),
    checked_at: time.meta({ description: 'Time of the last change to the data.' }),
    integrations: z.array(integration),
  })
  .meta({
    id: 'IntegrationsReport',
    description: 'Status of each integration and overall status.',
  })

/** `?slug=` selects one integration. */
export const statusQuery = z.object({
  slug: z.string().max(64).optional().meta({
    description: 'Only this integration. Returns 404 if the integration does not exist.',
    example: 'discord',
  }),
})

export const slugParam = z.object({ guildId: z.string(), slug: z.string() })
export const integrationInput = z.strictObject({ enabled: z.boolean() }).meta({ example: { enabled: false } })

export type Integration = z.output<typeof integration>
export type SiteIntegration = Pick<
  Integration,
  'slug' | 'name' | 'status' | 'last_heartbeat_at' | 'last_error'
>
export type IntegrationsReport = z.output<typeof integrationsReport>
