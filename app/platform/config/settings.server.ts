import { isIP } from 'node:net'
import { z } from 'zod'
import { parseOriginTrial } from '#app/platform/config/origin-trial.ts'
import { chatSettings } from '#app/platform/config/chat.ts'
import { contactSettings } from '#app/platform/config/contact.ts'
import { clientSettings, perProvider } from '#app/platform/config/providers.ts'
import { keyPepper } from '#app/platform/config/key-pepper.ts'
import { csvSetting, lowerCaseCsvSetting } from '#app/platform/config/csv-setting.ts'
import { siteAliases } from '#app/platform/config/site-aliases.ts'
import { trimEndOf } from '#app/primitives/text.ts'

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()

/** Proxy trust: `0` trusts no proxy, a number trusts that many hops, and a list trusts proxies in these networks. */
const trustProxy = z
  .string()
  .trim()
  .default('0')
  .transform((value, check) => {
    if (/^\d{1,2}$/.test(value)) return { hops: Number(value), networks: [] as string[] }
    const networks = value.split(',').map((part) => part.trim())
    if (networks.every(isNetwork)) return { hops: 0, networks }
    check.addIssue({ code: 'custom', message: 'a number of hops, or networks such as 10.0.0.0/8,::1' })
    return z.NEVER
  })

function isNetwork(value: string) {
  const [address = '', prefix, ...rest] = value.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return (
    bits > 0 && !rest.length && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
  )
}

const origin = z
  .string()
  .trim()
  .refine(
    (value) => {
      const url = safeUrl(value)
      return (
        url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
      )
    },
    { error: 'an origin such as https://example.com, without a path' },
  )
  .transform((value) => new URL(value).origin)

function safeUrl(value: string) {
  try {
    return new URL(value)
  } catch {
    return null
  }
}

const contentSignal = z
  .string()
  .trim()
  .regex(/^(search|ai-input|ai-train)=(yes|no)(\s*,\s*(search|ai-input|ai-train)=(yes|no))*$/, {
    error: 'pairs of search, ai-input and ai-train with yes or no, such as search=yes, ai-train=no',
  })

const url = (protocols: string[]) =>
  z
    .string()
    .trim()
    .refine((value) => protocols.includes(safeUrl(value)?.protocol ?? ''), {
      error: `a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    })
    .optional()

/** Base URL of an API, without a trailing slash. */
const apiUrl = z
  .string()
  .trim()
  .refine(
    (value) => {
      const { protocol = '', username, search, hash } = safeUrl(value) ?? {}
      return /^https?:$/.test(protocol) && !username && !search && !hash
    },
    { error: 'a URL such as https://discord.com/api, without a query' },
  )
  .transform((value) => trimEndOf(value, '/'))

/** Creates a schema for a whole number from `min` to `max`. */
const numberFrom = (min: number, max: number, error: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** Hosts with an optional port, such as `localhost:8080,10.0.0.7,[fd00::1]:9000`. */
const hosts = lowerCaseCsvSetting.refine(
  (list) =>
    list.every((host) => safeUrl(`http://${host}/`)?.host.replace(/:80$/, '') === host.replace(/:80$/, '')),
  {
    error: 'hosts such as localhost:8080,10.0.0.7, separated by commas',
  },
)

/** Origins of browsers and apps, such as `https://app.example.com,vscode-file://vscode-app`. */
const origins = lowerCaseCsvSetting.refine(
  (list) => list.every((one) => /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(one)),
  { error: 'origins such as https://app.example.com,vscode-file://vscode-app, separated by commas' },
)

const trials = csvSetting.refine((list) => list.every(parseOriginTrial), {
  error: 'origin trial tokens from browser vendors, separated by commas',
})

/** Bearer token (RFC 6750), long enough that it cannot be guessed. */
const metricsToken = z
  .string()
  .trim()
  .regex(/^[\w.~+/-]{16,200}=*$/, {
    error: 'at least 16 letters, digits or characters of -._~+/, for example from: openssl rand -hex 32',
  })
  .optional()

/** Seconds that an interaction id is remembered: the lifetime of Discord's interaction token. */
export const interactionDedupeSeconds = 15 * 60
/** Maximum age and clock skew of a signature. The sum of both must not exceed the deduplication window. */
const maxSkewSeconds = interactionDedupeSeconds / 2

/** Email address, or a name with the address in angle brackets. Line breaks would inject headers. */
const sender = z
  .string()
  .trim()
  .regex(/^(?:[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
    error: 'an email address such as hello@example.com or Example <hello@example.com>',
  })

/** All settings, by environment variable. An empty value counts as unset. */
export const settings = {
  HOST: z.string().trim().default('127.0.0.1'),
  PORT: numberFrom(0, 65_535, 'a port number from 0 to 65535').default(3000),
  SITE_URL: origin.optional(),
  /** Former hosts of the site, which redirect to `SITE_URL`. */
  SITE_ALIASES: siteAliases,
  DATA_DIR: z.string().trim().default('data'),
  CONTENT_DIR: z.string().trim().default('content'),
  /** Megabytes of rendered pages kept in memory. */
  PAGE_CACHE_MB: numberFrom(1, 999_999, 'a whole number of megabytes from 1 to 999,999').default(64),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustProxy,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  REDIS_URL: url(['redis:', 'rediss:']),
  KEY_PEPPER: keyPepper,
  /** Overrides the content signals in the site settings. */
  CONTENT_SIGNAL: contentSignal.optional(),
  ...perProvider((provider) => [clientSettings(provider).id, text]),
  ...perProvider((provider) => [clientSettings(provider).secret, text]),
  /** If unset, email is written to files in the data folder. */
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: sender.optional(),
  ...contactSettings,
  METRICS_TOKEN: metricsToken,
  /** Days that audit log entries are kept. 0 keeps entries forever. */
  AUDIT_DAYS: numberFrom(0, 9999, 'a whole number of days, or 0 for no limit').default(400),
  /** Sign-up mode. If unset, sign-up is open once an owner exists. */
  SIGNUP: z.enum(['open', 'invite', 'closed']).optional(),
  /** Hours after which idle sessions of administrators and owners expire. 0 disables the timeout. */
  SESSION_IDLE_HOURS: numberFrom(0, 168, 'a whole number of hours from 0 to 168').default(72),
  BREACHED_PASSWORDS: z.enum(['allow', 'refuse']).default('allow'),
  DISCORD_PUBLIC_KEY: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/i, { error: 'the 64 hexadecimal digits of the application’s public key' })
    .toLowerCase()
    .optional(),
  DISCORD_APPLICATION_ID: z
    .string()
    .trim()
    .regex(/^\d{17,20}$/, { error: 'the 17 to 20 digits of the application’s id' })
    .optional(),
  DISCORD_BOT_TOKEN: z
    .string()
    .trim()
    .overwrite((text) => text.replace(/^Bot\s+/i, ''))
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, {
      error: 'the bot token: three parts separated by dots',
    })
    .optional(),
  DISCORD_API_URL: apiUrl.default('https://discord.com/api'),
  /** URL of the service that `signpost runner` connects to. Defaults to this machine. */
  RUNNER_URL: url(['ws:', 'wss:']),
  RUNNER_TOKEN: z
    .string()
    .trim()
    .regex(/^sgn_run_[\w-]+$/, { error: 'a token that starts with sgn_run_' })
    .optional(),
  /** Number of jobs that a runner executes at a time. */
  RUNNER_SLOTS: numberFrom(1, 1000, 'a whole number from 1 to 1,000').default(20),
  /** Private hosts that webhooks are allowed to call, with an optional port. */
  WEBHOOK_PRIVATE_HOSTS: hosts,
  INTERACTION_MAX_SKEW_SECONDS: numberFrom(
    0,
    maxSkewSeconds,
    `a whole number of seconds, at most ${maxSkewSeconds}`,
  ).default(300),
  /** Runs a runner inside the server process. If unset, the runner starts when a bot is connected. */
  RUNNER_EMBEDDED: onOff.optional(),
  /** Seconds until the jobs of a disconnected runner are reassigned. A runner sends four heartbeats in this period. */
  RUNNER_LEASE_SECONDS: numberFrom(1, 3600, 'a whole number of seconds from 1 to 3,600').default(60),
  ...chatSettings,
  /** Origins besides the site's own that can call the MCP endpoints. */
  MCP_ALLOWED_ORIGINS: origins,
  ORIGIN_TRIAL_TOKEN: trials,
  /** Adds a polyfill for browser tools to pages, for browsers without support. */
  BROWSER_TOOLS_POLYFILL: onOff.default(false),
  RATE_LIMITS: onOff.default(true),
  PRERENDER: onOff.default(true),
  /** Opens a read-only demo server to anonymous visitors at `/demo`. */
  DEMO: onOff.default(false),
  NODE_ENV: z.string().trim().default('production'),
}
