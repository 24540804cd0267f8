import type { Context } from '#app/context.server.ts'
import { lastOutcome } from '#app/features/chat/outcome.server.ts'
import { countRegistered } from '#app/features/commands/manage.server.ts'
import { challengeStanding } from '#app/features/contact/challenge.server.ts'
import {
  builtIn,
  slugs,
  type Integration,
  type IntegrationsReport,
  type Slug,
} from '#app/features/integrations/schema.ts'
import { heartbeatRows } from '#app/features/integrations/store.server.ts'
import { stuckSince } from '#app/features/jobs/queue-health.server.ts'
import { lastTrouble } from '#app/features/mail/trouble.server.ts'
import { presenceOf } from '#app/features/runners/presence.server.ts'

type Seen = Pick<Integration, 'status' | 'last_heartbeat_at' | 'last_error'> & { version?: string | null }

const WAITING = { code: 'jobs_waiting', message: 'Jobs have waited for a runner for more than a minute.' }

const notConfigured: Seen = { status: 'not_configured', last_heartbeat_at: null, last_error: null }
const online: Seen = { ...notConfigured, status: 'online' }

/** Looks at each integration of a guild. `changedAt` is when anything of what was seen changed last. */
export async function observe(ctx: Context, guildId: string, wanted: { slug: string; enabled: number }[]) {
  const { config } = ctx
  const beats = new Map((await heartbeatRows(ctx.db, guildId)).map((row) => [row.slug, row.at]))
  const runners = await presenceOf(ctx, guildId)
  const trouble = await lastTrouble(ctx)
  const commands = await countRegistered(ctx, guildId)
  const chat = config.chat ? await lastOutcome(ctx, config.chat.model) : null
  const stuck = await stuckSince(ctx, guildId)
  const challenge = await challengeStanding(ctx)

  // Without a bot token, and before any runner has connected, there is no bot that could be offline.
  const isSetUp = runners.known && (Boolean(config.discordBotToken) || runners.lastSeenAt !== null)
  const runnerState = !isSetUp ? 'not_configured' : runners.connected ? 'online' : 'offline'
  const beatOf = (slug: Slug) => beats.get(slug) ?? null
  const heard = (slug: Slug) => (beatOf(slug) ? 'online' : 'unknown')
  const seen: Record<Slug, Seen> = {
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
    'github-sign-in': config.providers.github ? online : notConfigured,
    'discord-sign-in': config.providers.discord ? online : notConfigured,
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
      name: builtIn[slug].name,
      version,
      category: builtIn[slug].category,
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

/** All of it together: what is not wanted, not set up or not heard of yet counts for nothing. */
export function overall(integrations: Integration[]): IntegrationsReport['status'] {
  const states = integrations
    .filter(({ enabled, status }) => enabled && status !== 'not_configured' && status !== 'unknown')
    .map(({ status }) => status)
  if (states.every((status) => status === 'online')) return 'operational'
  return states.every((status) => status === 'offline') ? 'down' : 'degraded'
}
