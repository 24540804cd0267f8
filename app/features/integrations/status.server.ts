import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readModelHealth } from '#app/features/chat/outcome.server.ts'
import { countRegistered } from '#app/features/commands/manage.server.ts'
import { challengeStatus } from '#app/features/contact/challenge.server.ts'
import {
  integrationTypes,
  type Integration,
  type IntegrationsReport,
  type Slug,
  slugs,
} from '#app/features/integrations/schema.ts'
import { heartbeatRows, disabledIn } from '#app/features/integrations/store.server.ts'
import { stuckSince } from '#app/features/jobs/queue-health.server.ts'
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

const notConfigured: ObservedStatus = { status: 'not_configured', last_heartbeat_at: null, last_error: null }
const online: ObservedStatus = { ...notConfigured, status: 'online' }

/** Observes each of a guild's integrations. `changedAt` is the time of the last change. */
export async function observeIntegrations(
  ctx: Context,
  guildId: string,
  wanted: { slug: string; enabled: number }[],
) {
  const { config } = ctx
  const beats = new Map((await heartbeatRows(ctx.db, guildId)).map((row) => [row.slug, row.at]))
  const runners = await runnerPresence(ctx, guildId)
  const trouble = await deliveryProblem(ctx)
  const commands = await countRegistered(ctx, guildId)
  const chat = config.chat ? await readModelHealth(ctx, config.chat.model) : null
  const stuck = await stuckSince(ctx, guildId)
  const challenge = await challengeStatus(ctx)

  // Without a bot token, runners count as not configured until the first runner connects.
  const isSetUp = runners.known && (Boolean(config.discordBotToken) || runners.lastSeenAt !== null)
  const runnerState = !isSetUp ? 'not_configured' : runners.connected ? 'online' : 'offline'
  const beatOf = (slug: Slug) => beats.get(slug) ?? null
  const heard = (slug: Slug) => (beatOf(slug) ? 'online' : 'unknown')
  const seen: Record<Slug, ObservedStatus> = {
    discord: config.discordPublicKey
      ? { status: heard('discord'), last_heartbeat_at: beatOf('discord'), last_error: null }
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
    ...perProvider((provider) => [
      `${provider}-sign-in`,
      config.providers[provider] ? online : notConfigured,
    ]),
    mail: config.smtpUrl
      ? { ...online, status: trouble ? 'degraded' : 'online', last_error: trouble }
      : notConfigured,
    'bot-challenge': challenge,
    chat: chat
      ? {
          status: chat.trouble ? 'degraded' : chat.succeededAt ? 'online' : 'unknown',
          last_heartbeat_at: chat.succeededAt,
          last_error: chat.trouble,
        }
      : notConfigured,
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
  const asked = [
    chat?.succeededAt ?? null,
    chat?.trouble?.at ?? null,
    challenge.last_heartbeat_at,
    challenge.last_error?.at ?? null,
  ]
  const times = [...beats.values(), ...asked, runners.changedAt, trouble?.at ?? null, stuck]
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

type IntegrationIssue = { slug: Slug; name: string; guild_id: string; at: string }

/**
 * Lists failing integrations in several guilds. Site-wide issues appear once, for the first guild that has the
 * integration enabled. `jobIssues` reports waiting jobs.
 */
export async function listIntegrationIssues(
  ctx: Context,
  { guildIds }: { guildIds: string[] },
): Promise<IntegrationIssue[]> {
  for (const id of guildIds) allow(ctx, 'guild:read', id)
  if (!guildIds.length) return []
  const unwanted = new Set((await disabledIn(ctx.db, guildIds)).map((row) => `${row.guild_id} ${row.slug}`))
  const wants = (id: string, slug: Slug) => !unwanted.has(`${id} ${slug}`)
  const away = (await disconnectedRunners(ctx, guildIds))
    .filter(({ guild_id }) => wants(guild_id, 'runners'))
    .map((one) => ({ ...one, slug: 'runners' as const, name: integrationTypes.runners.name }))
  const shared = (await listSiteIssues(ctx)).flatMap(({ slug, at }) => {
    const guild_id = guildIds.find((id) => wants(id, slug))
    return guild_id ? [{ slug, name: integrationTypes[slug].name, guild_id, at }] : []
  })
  return [...away, ...shared]
}

/** Lists failing site-wide integrations, with the times when they began to fail. Contains no personal data. Public. */
export async function listSiteIssues(
  ctx: Pick<Context, 'config' | 'db'>,
): Promise<{ slug: 'chat' | 'bot-challenge' | 'mail'; at: string }[]> {
  const { config } = ctx
  const chat = config.chat ? (await readModelHealth(ctx, config.chat.model)).trouble : null
  const { status, last_error } = await challengeStatus(ctx)
  const mail = config.smtpUrl ? await deliveryProblem(ctx) : null
  return [
    ...(chat ? [{ slug: 'chat' as const, at: chat.at }] : []),
    ...(status === 'degraded' && last_error ? [{ slug: 'bot-challenge' as const, at: last_error.at }] : []),
    ...(mail ? [{ slug: 'mail' as const, at: mail.at }] : []),
  ]
}
