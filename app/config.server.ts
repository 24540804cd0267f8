import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Provider } from '#app/features/accounts/schema.ts'

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

const port = z
  .string()
  .trim()
  .regex(/^\d{1,5}$/, { error: 'a port number from 0 to 65535' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'a port number from 0 to 65535' })

const megabytes = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,5}$/, { error: 'a whole number of megabytes from 1 to 999999' })
  .transform(Number)

const seconds = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, { error: 'a whole number of seconds' })
  .transform(Number)

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
  PORT: port.default(3000),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().trim().default('data'),
  CONTENT_DIR: z.string().trim().default('content'),
  PAGE_CACHE_MB: megabytes.default(64),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustProxy,
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  REDIS_URL: url(['redis:', 'rediss:']),
  KEY_PEPPER: text,
  CONTENT_SIGNAL: contentSignal.default('search=yes, ai-input=yes, ai-train=no'),
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  DISCORD_CLIENT_ID: text,
  DISCORD_CLIENT_SECRET: text,
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: sender.optional(),
  BREACHED_PASSWORDS: z.enum(['allow', 'refuse']).default('allow'),
  DISCORD_PUBLIC_KEY: z
    .string()
    .trim()
    .regex(/^[0-9a-f]{64}$/i, { error: 'the 64 hexadecimal digits of the application’s public key' })
    .optional(),
  INTERACTION_MAX_SKEW_SECONDS: seconds.default(300),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  NODE_ENV: z.string().trim().default('production'),
}

const environment = z.object(settings)

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
  refuseBreachedPasswords: boolean
  discordPublicKey: string | undefined
  interactionMaxSkewSeconds: number
  rateLimits: boolean
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
    refuseBreachedPasswords: value.BREACHED_PASSWORDS === 'refuse',
    discordPublicKey: value.DISCORD_PUBLIC_KEY?.toLowerCase(),
    interactionMaxSkewSeconds: value.INTERACTION_MAX_SKEW_SECONDS,
    rateLimits: value.RATE_LIMITS === 'on',
    development: value.NODE_ENV === 'development',
  })
}

function accepts(issue: z.core.$ZodIssue) {
  return issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue.message
}
