import { allow, hasRole } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readModelHealth } from '#app/features/chat/outcome.server.ts'
import { countRegistered } from '#app/features/commands/manage.server.ts'
import { registrationProblem } from '#app/features/commands/registration/overview.server.ts'
import { challengeStatus } from '#app/features/contact/challenge.server.ts'
import {
  integrationTypes,
  type Integration,
  type IntegrationsReport,
  type SiteSlug,
  type Slug,
  slugs,
} from '#app/features/integrations/schema.ts'
import { heartbeatRows, disabledIn } from '#app/features/integrations/store.server.ts'
import { discordDownSince, stuckSince } from '#app/features/jobs/queue-health.server.ts'
import { deliveryProblem } from '#app/features/mail/queue.server.ts'
import { disconnectedRunners, runnerPresence } from '#app/features/runners/presence.server.ts'
import { perProvider } from '#app/platform/config/providers.ts'

type ObservedStatus = Pick<Integration, 'status' | 'last_heartbeat_at' | 'last_error'> & {
  version?: string | null
}

const WAITING = {
  code: 'jobs_waiting',
  message: 'Jobs have waited for a runner for more than a minute.',
}

const DISCORD_DOWN = {
  code: 'discord_down',
  message: 'Discord does not respond to actions. Their jobs are kept and retried.',
}

const notConfigured: ObservedStatus = { status: 'not_configured', last_heartbeat_at: null, last_error: null }
const online: ObservedStatus = { ...notConfigured, status: 'online' }

/** Observes the integrations of the site. */
export async function observeSite(
  ctx: Pick<Context, 'config' | 'db'>,
): Promise<Record<SiteSlug, ObservedStatus>> {
  const { config } = ctx
  const chat = config.chat ? await readModelHealth(ctx, config.chat.model) : null
  const mail = config.smtpUrl ? await deliveryProblem(ctx) : null
  return {
    ...perProvider((provider) => [
      `${provider}-sign-in`,
      config.providers[provider] ? online : notConfigured,
    ]),
    mail: config.smtpUrl
      ? { ...online, status: mail ? 'degraded' : 'online', last_error: mail }
      : notConfigured,
    'bot-challenge': await challengeStatus(ctx),
    chat: chat
      ? {
          status: chat.trouble ? 'degraded' : chat.succeededAt ? 'online' : 'unknown',
          last_heartbeat_at: chat.succeededAt,
          last_error: chat.trouble,
        }
      : notConfigured,
  }
}

/** Observes each of a guild's integrations. `changedAt` is the time of the last change. */
export async function observeIntegrations(
  ctx: Context,
  guildId: string,
  wanted: { slug: string; enabled: number }[],
) {
  const beats = new Map((await heartbeatRows(ctx.db, guildId)).map((row) => [row.slug, row.at]))
  const runners = await runnerPresence(ctx, guildId)
  const site = await observeSite(ctx)
  const commands = await countRegistered(ctx, guildId)
  const stuck = await stuckSince(ctx, guildId)
  const down = await discordDownSince(ctx, guildId)
  const discordError = down ? { ...DISCORD_DOWN, at: down } : await registrationProblem(ctx, guildId)

  // Without a bot, runners count as not configured until the first runner connects.
  const isSetUp = runners.known && (ctx.bot.current() !== null || runners.lastSeenAt !== null)
  const runnerState = !isSetUp ? 'not_configured' : runners.connected ? 'online' : 'offline'
  const beatOf = (slug: Slug) => beats.get(slug) ?? null
  const heard = (slug: Slug) => (beatOf(slug) ? 'online' : 'unknown')
  const seen: Record<Slug, ObservedStatus> = {
    discord:
      ctx.bot.application().publicKey || ctx.bot.current() || beatOf('discord')
        ? {
            status: discordError ? 'degraded' : heard('discord'),
            last_heartbeat_at: beatOf('discord'),
            last_error: discordError,
          }
        : notConfigured,
    'discord-gateway': {
      status: runnerState === 'online' ? heard('discord-gateway') : runnerState,
      last_heartbeat_at: beatOf('discord-gateway'),
      last_error: null,
    },
    runners: {
      status: runnerState === 'online' && stuck ? 'degraded' : runnerState,
      last_heartbeat_at: runners.lastSeenAt,
      last_error: stuck ? { ...WAITING, at: stuck } : null,
      version: runners.version,
    },
    ...site,
  }
  const isWanted = (slug: Slug) => wanted.find((row) => row.slug === slug)?.enabled !== 0
  const integrations = slugs.map((slug): Integration => {
    const { status, last_heartbeat_at, last_error, version = null } = seen[slug]
    return {
      slug,
      name: integrationTypes[slug].name,
      version,
      category: integrationTypes[slug].category,
      enabled: isWanted(slug),
      status,
      commands: slug === 'discord' ? commands : 0,
      last_heartbeat_at,
      last_error,
    }
  })
  const ofSite = Object.values(site).flatMap((one) => [one.last_heartbeat_at, one.last_error?.at ?? null])
  const times = [...beats.values(), ...ofSite, runners.changedAt, stuck, discordError?.at ?? null]
  return {
    integrations,
    changedAt:
      times
        .filter((time) => time !== null)
        .sort()
        .at(-1) ?? '',
  }
}

/** Combines the statuses. Integrations that are disabled, not set up or unknown are ignored. */
export function overallStatus(integrations: Integration[]): IntegrationsReport['status'] {
  const states = integrations
    .filter(({ enabled, status }) => enabled && status !== 'not_configured' && status !== 'unknown')
    .map(({ status }) => status)
  if (states.every((status) => status === 'online')) return 'operational'
  return states.every((status) => status === 'offline') ? 'down' : 'degraded'
}

/** Failing integration. Issues of the site have no guild. */
type IntegrationIssue = { slug: Slug; name: string; guild_id: string | null; at: string }

/**
 * Lists failing integrations in several guilds and, for users who can change them, of the site. Omits integrations that
 * every guild excludes. `jobIssues` reports waiting jobs.
 */
export async function listIntegrationIssues(
  ctx: Context,
  { guildIds }: { guildIds: string[] },
): Promise<IntegrationIssue[]> {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  const unwanted = new Set((await disabledIn(ctx.db, guildIds)).map((row) => `${row.guild_id} ${row.slug}`))
  const wants = (id: string, slug: Slug) => !unwanted.has(`${id} ${slug}`)
  const away = (await disconnectedRunners(ctx, guildIds))
    .filter(({ guild_id }) => wants(guild_id, 'runners'))
    .map((one) => ({ ...one, slug: 'runners' as const, name: integrationTypes.runners.name }))
  if (ctx.actor.kind !== 'user' || !hasRole(ctx.actor.role, 'site:write')) return away
  const ofSite = (await listSiteIssues(ctx))
    .filter(({ slug }) => !guildIds.length || guildIds.some((id) => wants(id, slug)))
    .map((one) => ({ ...one, name: integrationTypes[one.slug].name, guild_id: null }))
  return [...away, ...ofSite]
}

/** Lists failing integrations of the site, with the times when they began to fail. Contains no personal data. Public. */
export async function listSiteIssues(
  ctx: Pick<Context, 'config' | 'db'>,
): Promise<{ slug: SiteSlug; at: string }[]> {
  const states = Object.entries(await observeSite(ctx)) as [SiteSlug, ObservedStatus][]
  return states.flatMap(([slug, { status, last_error }]) =>
    status === 'degraded' && last_error ? [{ slug, at: last_error.at }] : [],
  )
}
