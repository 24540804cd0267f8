import { isIP } from 'node:net'
import { z } from 'zod'
import { parseOriginTrial } from '#app/platform/config/origin-trial.ts'
import { chatSettings } from '#app/platform/config/chat.ts'
import { contactSettings } from '#app/platform/config/contact.ts'
import { keyPepper } from '#app/platform/config/key-pepper.ts'
import { csvSetting, lowerCaseCsvSetting } from '#app/platform/config/csv-setting.ts'
import { trimEndOf } from '#app/primitives/text.ts'

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()

/** `0` trusts nobody, a number trusts that many hops, a list trusts the proxies in these networks. */
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
      error: `an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    })
    .optional()

/** Where an API begins, kept without a slash at its end, so that paths can be put behind it. */
const apiUrl = z
  .string()
  .trim()
  .refine(
    (value) => {
      const { protocol = '', username, search, hash } = safeUrl(value) ?? {}
      return /^https?:$/.test(protocol) && !username && !search && !hash
    },
    { error: 'an address such as https://discord.com/api, without a query' },
  )
  .transform((value) => trimEndOf(value, '/'))

/** A whole number from `min` to `max`. */
const numberFrom = (min: number, max: number, error: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** Names or addresses with or without a port, such as `localhost:8080,10.0.0.7,[fd00::1]:9000`. */
const hosts = lowerCaseCsvSetting.refine(
  (list) =>
    list.every((host) => safeUrl(`http://${host}/`)?.host.replace(/:80$/, '') === host.replace(/:80$/, '')),
  {
    error: 'hosts such as localhost:8080,10.0.0.7, with commas between them',
  },
)

const trials = csvSetting.refine((list) => list.every(parseOriginTrial), {
  error: 'tokens of origin trials as browser vendors give them, with commas between them',
})

/** The characters of a bearer token (RFC 6750), and a length that prevents guessing. */
const metricsToken = z
  .string()
  .trim()
  .regex(/^[\w.~+/-]{16,200}=*$/, {
    error: 'at least 16 letters, digits or signs of -._~+/, such as openssl rand -hex 32 makes',
  })
  .optional()

/** How long an interaction is remembered, in seconds: as long as Discord's token for it lives. */
export const interactionDedupeSeconds = 15 * 60
/** A signature is valid before and after its timestamp: together never longer than a repeat is remembered. */
const maxSkewSeconds = interactionDedupeSeconds / 2

/** An address, or a name with the address in angle brackets. Line breaks would add headers of their own. */
const sender = z
  .string()
  .trim()
  .regex(/^(?:[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
    error: 'an address such as signpost@example.com or Signpost <signpost@example.com>',
  })

/** Every setting, by the name of its environment variable. An empty value counts as not set. */
export const settings = {
  HOST: z.string().trim().default('127.0.0.1'),
  PORT: numberFrom(0, 65_535, 'a port number from 0 to 65535').default(3000),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().trim().default('data'),
  CONTENT_DIR: z.string().trim().default('content'),
  /** How many megabytes of rendered pages are kept in memory. */
  PAGE_CACHE_MB: numberFrom(1, 999_999, 'a whole number of megabytes from 1 to 999999').default(64),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustProxy,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  REDIS_URL: url(['redis:', 'rediss:']),
  KEY_PEPPER: keyPepper,
  CONTENT_SIGNAL: contentSignal.default('search=yes, ai-input=yes, ai-train=no'),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  /** Without it, mail is written to files in the data folder. */
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: sender.optional(),
  ...contactSettings,
  METRICS_TOKEN: metricsToken,
  /** How many days the audit log is kept; 0 for ever. */
  AUDIT_DAYS: numberFrom(0, 9999, 'a whole number of days, or 0 for ever').default(400),
  /** Who may make an account; without it, everyone once an owner exists. */
  SIGNUP: z.enum(['open', 'invite', 'closed']).optional(),
  /** Ends idle sessions of administrators and owners; 0 for never. */
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
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, {
      error: 'the three parts of the bot’s token, with dots between them',
    })
    .optional(),
  DISCORD_API_URL: apiUrl.default('https://discord.com/api'),
  /** The service that `signpost runner` connects to; its own machine’s when not set. */
  RUNNER_URL: url(['ws:', 'wss:']),
  RUNNER_TOKEN: z
    .string()
    .trim()
    .regex(/^sgn_run_[\w-]+$/, { error: 'a token that begins with sgn_run_' })
    .optional(),
  /** How many jobs a runner does at a time. */
  RUNNER_SLOTS: numberFrom(1, 1000, 'a whole number from 1 to 1000').default(20),
  /** Private hosts that webhooks may call, some with a port. */
  WEBHOOK_PRIVATE_HOSTS: hosts,
  INTERACTION_MAX_SKEW_SECONDS: numberFrom(
    0,
    maxSkewSeconds,
    `a whole number of seconds, ${maxSkewSeconds} at most`,
  ).default(300),
  /** Whether a runner works inside the server process. */
  RUNNER_EMBEDDED: onOff.optional(),
  /** How long a runner may be cut off before its jobs are given to another; it is heard of four times as often. */
  RUNNER_LEASE_SECONDS: numberFrom(1, 3600, 'a whole number of seconds from 1 to 3600').default(60),
  ...chatSettings,
  ORIGIN_TRIAL_TOKEN: trials,
  /** Whether pages bring a host for the browser tools where the browser has none. */
  BROWSER_TOOLS_POLYFILL: onOff.default(false),
  RATE_LIMITS: onOff.default(true),
  PRERENDER: onOff.default(true),
  NODE_ENV: z.string().trim().default('production'),
}
