import { z } from 'zod'
import type { Config } from '#app/platform/config/config.server.ts'
import { createDiscordClient, DiscordError, type Timeouts } from '#app/platform/outside/discord.server.ts'
import { cleanLabel } from '#app/primitives/clean-name.ts'
import { snowflake } from '#app/primitives/schema.ts'

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'bots.facts': ApplicationFacts
  }
}

/** Settings of the application at Discord that the checks need. */
export type ApplicationFacts = {
  /** Bits of the intents and other features, as a decimal number. */
  flags: string
  interactions_endpoint_url: string | null
  is_public: boolean
  requires_code_grant: boolean
  guilds: number | null
}

export type Application = {
  id: string
  name: string
  icon: string | null
  key: string
  facts: ApplicationFacts
}
type Settings = Pick<Config, 'discordApiUrl' | 'siteUrl'>

/** Timeouts of the calls that a person waits for. */
const timeouts: Timeouts = { attempt: 4_000, wait: 1_000, call: 8_000 }

const hash = z.string().max(100).nullish()
const application = z.object({
  id: snowflake,
  name: z.string().transform((name) => cleanLabel(name, 100)),
  icon: hash,
  verify_key: z.string().regex(/^[0-9a-f]{64}$/i),
  flags: z.number().nullish(),
  // Discord's newer field, because numbers above 2^53 are not exact in JSON.
  flags_new: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullish(),
  interactions_endpoint_url: z.string().max(2_000).nullish(),
  bot_public: z.boolean().nullish(),
  bot_require_code_grant: z.boolean().nullish(),
  approximate_guild_count: z.number().int().min(0).nullish(),
})
const botUser = z.object({ id: snowflake, avatar: hash })

const clientWith = (config: Settings, token: string) =>
  createDiscordClient(
    { discordApiUrl: config.discordApiUrl, siteUrl: config.siteUrl, discordBotToken: token },
    timeouts,
  )

/** Reads the application that a token belongs to. Throws `DiscordError`. */
export const fetchApplication = (config: Settings, token: string): Promise<Application> =>
  callApplication(config, token, { method: 'GET' })

/** Changes settings of the application at Discord, and returns the application. Throws `DiscordError`. */
export const changeApplication = (
  config: Settings,
  token: string,
  body: { flags: number } | { interactions_endpoint_url: string | null },
): Promise<Application> => callApplication(config, token, { method: 'PATCH', body })

async function callApplication(
  config: Settings,
  token: string,
  call: { method: 'GET' | 'PATCH'; body?: object },
): Promise<Application> {
  const found = await clientWith(config, token)
    .request({ ...call, path: '/applications/@me', answer: application })
    .catch(rethrow)
  const { id, name, icon, verify_key, flags, flags_new } = found
  return {
    id,
    name,
    icon: icon ? `https://cdn.discordapp.com/app-icons/${id}/${icon}.png?size=128` : null,
    key: verify_key.toLowerCase(),
    facts: {
      flags: flags_new ?? String(flags ?? 0),
      interactions_endpoint_url: found.interactions_endpoint_url || null,
      is_public: found.bot_public ?? true,
      requires_code_grant: found.bot_require_code_grant ?? false,
      guilds: found.approximate_guild_count ?? null,
    },
  }
}

/** Reads the user id and the picture of the bot that a token belongs to. Throws `DiscordError`. */
export async function fetchBotUser(config: Settings, token: string) {
  const path = '/users/@me'
  const { id, avatar } = await clientWith(config, token)
    .request({ method: 'GET', path, answer: botUser })
    .catch(rethrow)
  return { id, icon: avatar ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png?size=128` : null }
}

/** Replaces errors about servers, which these calls do not name. */
function rethrow(error: unknown): never {
  if (error instanceof DiscordError && ['forbidden', 'unknown'].includes(error.trouble.reason))
    throw new DiscordError({ reason: 'down', how: 'sent an unexpected response' })
  throw error
}
