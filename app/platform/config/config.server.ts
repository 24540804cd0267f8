import { resolve } from 'node:path'
import { z } from 'zod'
import { togetherForChat } from '#app/platform/config/chat.ts'
import { challengeOf, wrongChallenge, type Challenging } from '#app/platform/config/contact.ts'
import type { Provider } from '#app/platform/config/providers.ts'
import { settings } from '#app/platform/config/settings.server.ts'

const environment = z.object(settings).superRefine(togetherForChat)

/** An application that we registered with a provider of sign-in. */
type Client = { id: string; secret: string }

const client = (provider: Provider, id: string | undefined, secret: string | undefined) =>
  id && secret ? { [provider]: { id, secret } } : {}

export type Config = Readonly<{
  host: string
  port: number
  siteUrl: string
  dataDir: string
  contentDir: string
  /** How many megabytes of rendered pages are kept in memory. */
  pageCacheMb: number
  logLevel: string
  /** What reads the metrics from elsewhere; without it only programs on this machine do. */
  metricsToken: string | undefined
  /** How many days the audit log is kept; 0 for ever. */
  auditDays: number
  trustProxy: { hops: number; networks: string[] }
  databaseUrl: string | undefined
  redisUrl: string | undefined
  keyPepper: string | undefined
  contentSignal: string
  /** The providers of sign-in that have both their settings. */
  providers: Readonly<Partial<Record<Provider, Client>>>
  /** Without it, mail is written to files in the data folder. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Who may make an account; without it, everyone once an owner exists. */
  signup: 'open' | 'invite' | 'closed' | undefined
  /** After how many hours without a request a session of an administrator or owner ends; 0 for never. */
  sessionIdleHours: number
  refuseBreachedPasswords: boolean
  /** Who hears of messages from the contact form by mail; the owners when nobody is named. */
  contactMailTo: readonly string[]
  /** What keeps programs from the contact form. */
  challenge: Challenging
  discordPublicKey: string | undefined
  /** The application that the bot belongs to. */
  discordApplicationId: string | undefined
  discordBotToken: string | undefined
  /** Without the version and without a slash at its end. */
  discordApiUrl: string
  /** The service that `signpost runner` connects to; its own machine’s when not set. */
  runnerUrl: string | undefined
  runnerToken: string | undefined
  /** How many jobs a runner does at a time. */
  runnerSlots: number
  /** Hosts, some with a port, that webhooks may call although they are private. */
  webhookPrivateHosts: readonly string[]
  interactionMaxSkewSeconds: number
  /** Whether a runner works inside the server process. */
  runnerEmbedded: boolean
  /** How long a runner may be cut off before its jobs are given to another; it is heard of four times as often. */
  runnerLeaseSeconds: number
  /** Where a model elsewhere is asked; null where there is none. */
  chat: Readonly<{ baseUrl: string; apiKey: string | undefined; model: string }> | null
  /** Whether pages bring a host for the browser tools where the browser has none. */
  originTrialTokens: readonly string[]
  browserToolsPolyfill: boolean
  rateLimits: boolean
  prerender: boolean
  development: boolean
}>

/** Says every wrong setting by name, one a line, with what it accepts. */
export class WrongSettings extends Error {
  override name = 'WrongSettings'
}

/** Parses the environment once. Throws `WrongSettings`; never repeats a value, which may be a secret. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settings && value?.trim()),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new WrongSettings(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')} is wrong: it takes ${accepts(issue)}`)
        .join('\n'),
    )
  }
  const value = parsed.data
  const missing = wrongChallenge(value)
  if (missing.length) throw new WrongSettings(missing.join('\n'))
  const siteUrl =
    value.SITE_URL ?? `http://${value.HOST.includes(':') ? `[${value.HOST}]` : value.HOST}:${value.PORT}`
  return Object.freeze({
    host: value.HOST,
    port: value.PORT,
    siteUrl,
    dataDir: resolve(value.DATA_DIR),
    contentDir: resolve(value.CONTENT_DIR),
    pageCacheMb: value.PAGE_CACHE_MB,
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN,
    auditDays: value.AUDIT_DAYS,
    trustProxy: value.TRUST_PROXY,
    databaseUrl: value.DATABASE_URL,
    redisUrl: value.REDIS_URL,
    keyPepper: value.KEY_PEPPER,
    contentSignal: value.CONTENT_SIGNAL,
    providers: Object.freeze({
      ...client('github', value.GITHUB_CLIENT_ID, value.GITHUB_CLIENT_SECRET),
      ...client('discord', value.DISCORD_CLIENT_ID, value.DISCORD_CLIENT_SECRET),
    }),
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? `Signpost <no-reply@${new URL(siteUrl).hostname}>`,
    signup: value.SIGNUP,
    sessionIdleHours: value.SESSION_IDLE_HOURS,
    refuseBreachedPasswords: value.BREACHED_PASSWORDS === 'refuse',
    contactMailTo: Object.freeze(value.CONTACT_MAIL_TO),
    challenge: challengeOf(value),
    discordPublicKey: value.DISCORD_PUBLIC_KEY?.toLowerCase(),
    discordApplicationId: value.DISCORD_APPLICATION_ID,
    discordBotToken: value.DISCORD_BOT_TOKEN,
    discordApiUrl: value.DISCORD_API_URL,
    runnerUrl: value.RUNNER_URL,
    runnerToken: value.RUNNER_TOKEN,
    runnerSlots: value.RUNNER_SLOTS,
    webhookPrivateHosts: Object.freeze(value.WEBHOOK_PRIVATE_HOSTS),
    interactionMaxSkewSeconds: value.INTERACTION_MAX_SKEW_SECONDS,
    runnerEmbedded: (value.RUNNER_EMBEDDED ?? (value.DISCORD_BOT_TOKEN ? 'on' : 'off')) === 'on',
    runnerLeaseSeconds: value.RUNNER_LEASE_SECONDS,
    chat:
      value.CHAT_BASE_URL && value.CHAT_MODEL
        ? Object.freeze({
            baseUrl: value.CHAT_BASE_URL,
            apiKey: value.CHAT_API_KEY,
            model: value.CHAT_MODEL,
          })
        : null,
    originTrialTokens: Object.freeze(value.ORIGIN_TRIAL_TOKEN),
    browserToolsPolyfill: value.BROWSER_TOOLS_POLYFILL === 'on',
    rateLimits: value.RATE_LIMITS === 'on',
    prerender: value.PRERENDER === 'on',
    development: value.NODE_ENV === 'development',
  })
}

function accepts(issue: z.core.$ZodIssue) {
  return issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue.message
}
