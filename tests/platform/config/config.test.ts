import { expect, test } from 'vitest'
import { readConfig, InvalidSettings } from '#app/platform/config/config.server.ts'
import { clientSettings, providers } from '#app/platform/config/providers.ts'
import { settings } from '#app/platform/config/settings.server.ts'

const wrong = {
  PORT: [['hunter2', '65536', '-1', '80.5'], 'a port number from 0 to 65535'],
  SITE_URL: [['hunter2', 'https://hunter2/path', 'ftp://hunter2', 'https://hunter2/?a'], 'an origin such as'],
  AUDIT_DAYS: [['hunter2', '-1', '1.5', '10000'], 'a whole number of days'],
  METRICS_TOKEN: [['hunter2', 'hunter2 hunter2 hunter2', 'hünter2hunter2hunter2'], 'at least 16 letters'],
  LOG_LEVEL: [['hunter2'], 'one of fatal, error, warn, info, debug, trace, silent'],
  TRUST_PROXY: [
    ['hunter2', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.1,hunter2', '-1', '10.0.0.0/'],
    'a number of hops, or networks',
  ],
  DATABASE_URL: [['hunter2', 'mysql://hunter2@db/x'], 'a URL that starts with postgres://'],
  REDIS_URL: [['hunter2', 'http://hunter2'], 'a URL that starts with redis:// or rediss://'],
  CONTENT_SIGNAL: [['hunter2', 'search=maybe', 'search=yes;ai-train=no'], 'pairs of search, ai-input'],
  DISCORD_PUBLIC_KEY: [['hunter2', 'a'.repeat(63), 'g'.repeat(64)], 'the 64 hexadecimal digits'],
  PAGE_CACHE_MB: [['0', '-1', '1.5', 'x', '1000000'], 'a whole number of megabytes from 1 to 999,999'],
  DISCORD_APPLICATION_ID: [['hunter2', '1'.repeat(16), '1'.repeat(21)], 'the 17 to 20 digits'],
  DISCORD_BOT_TOKEN: [
    ['hunter2', 'a.hunter2', 'a.b.c hunter2', 'a.b.c\r\nX: hunter2', 'a.b.hünter2'],
    'the bot token: three parts',
  ],
  DISCORD_API_URL: [
    [
      'hunter2',
      'ftp://hunter2',
      'https://hunter2/?a=1',
      'https://hunter2/#a',
      'https://hunter2@discord.com/api',
    ],
    'a URL such as https://discord.com/api',
  ],
  RUNNER_URL: [['hunter2', 'http://hunter2'], 'a URL that starts with ws:// or wss://'],
  RUNNER_TOKEN: [['hunter2', 'sgn_live_hunter2', 'sgn_run_hunter2 x'], 'a token that starts with sgn_run_'],
  RUNNER_SLOTS: [['hunter2', '0', '1001', '1.5', '-1'], 'a whole number from 1 to 1,000'],
  RUNNER_EMBEDDED: [['hunter2', 'true'], 'one of on, off'],
  RUNNER_LEASE_SECONDS: [['hunter2', '0', '3601', '1.5'], 'a whole number of seconds from 1 to 3,600'],
  INTERACTION_MAX_SKEW_SECONDS: [
    ['hunter2', '5m', '-300', '1.5', '451'],
    'a whole number of seconds, at most 450',
  ],
  KEY_PEPPER: [['hunter2', 'hunter2'.repeat(10)], 'at least 32 random bytes'],
  MCP_ALLOWED_ORIGINS: [
    ['hunter2', 'https://hunter2/', 'https://hunter2/x', '*', 'https://a.test,hunter2'],
    'origins such as https://app.example.com,vscode-file://vscode-app, separated by commas',
  ],
  ORIGIN_TRIAL_TOKEN: [
    ['hunter2', 'A'.repeat(200), 'hunter2,'.repeat(2)],
    'origin trial tokens from browser vendors, separated by commas',
  ],
  BROWSER_TOOLS_POLYFILL: [['hunter2', 'true', 'ON'], 'one of on, off'],
  RATE_LIMITS: [['hunter2', 'true'], 'one of on, off'],
  PRERENDER: [['hunter2', 'true'], 'one of on, off'],
  DEMO: [['hunter2', 'true', '1'], 'one of on, off'],
  SMTP_URL: [['hunter2', 'http://hunter2', '//hunter2'], 'a URL that starts with smtp:// or smtps://'],
  MAIL_FROM: [
    ['hunter2', 'hunter2@', 'Signpost <hunter2>', 'a <b@c.d> e', 'A\r\nBcc: hunter2 <b@c.d>', 'a@b@c.d'],
    'an email address such as hello@example.com',
  ],
  SIGNUP: [['yes', 'off'], 'one of open, invite, closed'],
  BREACHED_PASSWORDS: [['hunter2', 'yes'], 'one of allow, refuse'],
  CONTACT_MAIL_TO: [
    ['hunter2', 'a@b.example,hunter2', 'A <a@b.example>'],
    'up to 20 email addresses such as',
  ],
  CHALLENGE_PROVIDER: [['hunter2', 'recaptcha'], 'one of none, altcha, turnstile'],
  SESSION_IDLE_HOURS: [['hunter2', '-1', '1.5', '169'], 'a whole number of hours from 0 to 168'],
  TURNSTILE_SITE_KEY: [
    ['hunter2', '1x00 0000000000000000AA', '1x"><script>hunter2</script>'],
    'a key as Cloudflare',
  ],
  TURNSTILE_SECRET_KEY: [['hunter2', 'x'.repeat(101)], 'a key as Cloudflare'],
} as const

const said = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

const cases = Object.entries(wrong).flatMap(([name, [values, accepts]]) =>
  values.map((value) => [name, value, accepts] as const),
)

test.each(cases)('%s=%s is refused by name, with what it takes', (name, value, accepts) => {
  const message = said({ [name]: value })
  expect(message).toMatch(new RegExp(`^${name} is invalid. Use `))
  expect(message).toContain(accepts)
  expect(message.split('\n')).toHaveLength(1)
})

test.each(Object.keys(wrong))('a wrong %s is never repeated, for it may be a secret', (name) => {
  expect(said({ [name]: 'hunter2' })).not.toContain('hunter2')
})

test('every wrong setting is named, one a line', () => {
  const lines = said(Object.fromEntries(Object.keys(wrong).map((name) => [name, 'hunter2']))).split('\n')
  expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual(Object.keys(wrong).sort())
})

test('the table of wrong values covers every setting that can be wrong', () => {
  const clients = providers.flatMap((provider) => Object.values(clientSettings(provider)))
  const anything = [
    'HOST',
    'DATA_DIR',
    'CONTENT_DIR',
    'NODE_ENV',
    'WEBHOOK_PRIVATE_HOSTS',
    'SITE_ALIASES',
    'CHAT_BASE_URL',
    'CHAT_API_KEY',
    'CHAT_MODEL',
    ...clients,
  ]
  expect(Object.keys(settings).sort()).toEqual([...Object.keys(wrong), ...anything].sort())
})

test('nothing has to be set', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://127.0.0.1:3000',
    dataDir: `${process.cwd()}/data`,
    logLevel: 'info',
    trustProxy: { hops: 0, networks: [] },
    providers: {},
    mailFrom: 'no-reply@127.0.0.1',
    refuseBreachedPasswords: false,
    contactMailTo: [],
    challenge: { provider: 'none' },
    discordApiUrl: 'https://discord.com/api',
    runnerSlots: 20,
    webhookPrivateHosts: [],
    interactionMaxSkewSeconds: 300,
    chat: null,
    browserToolsPolyfill: false,
    rateLimits: true,
    development: false,
  })
  for (const name of [
    'databaseUrl',
    'redisUrl',
    'keyPepper',
    'smtpUrl',
    'discordPublicKey',
    'discordApplicationId',
    'discordBotToken',
    'runnerUrl',
    'runnerToken',
  ] as const)
    expect([name, config[name]]).toEqual([name, undefined])
})

test.each(Object.keys(settings))('an empty or blank %s counts as not set', (name) => {
  expect(readConfig({ [name]: '' })).toEqual(readConfig({}))
  expect(readConfig({ [name]: '  ' })).toEqual(readConfig({}))
})

test('settings of others are not looked at, and the configuration cannot be changed', () => {
  const config = readConfig({ PATH: '/bin', port: '1' })
  expect(config).toEqual(readConfig({}))
  expect(Object.isFrozen(config)).toBe(true)
})

test.each([
  ['0', { hops: 0, networks: [] }],
  ['2', { hops: 2, networks: [] }],
  ['10.0.0.0/8', { hops: 0, networks: ['10.0.0.0/8'] }],
  [' 10.0.0.0/8 , ::1,fd00::/8', { hops: 0, networks: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
])('TRUST_PROXY=%s is understood', (value, expected) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
})

test('the address of the site follows host and port unless it is set', () => {
  expect(readConfig({ PORT: '8080' }).siteUrl).toBe('http://127.0.0.1:8080')
  expect(readConfig({ HOST: '::1' }).siteUrl).toBe('http://[::1]:3000')
  expect(readConfig({ SITE_URL: 'https://example.com/', PORT: '8080' }).siteUrl).toBe('https://example.com')
})

test('limits are on by default, and a public key is stored in lower case', () => {
  expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  expect([readConfig({}).prerender, readConfig({ PRERENDER: 'off' }).prerender]).toEqual([true, false])
  expect(readConfig({ DISCORD_PUBLIC_KEY: 'AB'.repeat(32) }).discordPublicKey).toBe('ab'.repeat(32))
})

test('a bot token can be copied from an Authorization header', () => {
  expect(readConfig({ DISCORD_BOT_TOKEN: 'Bot a.b.c' }).discordBotToken).toBe('a.b.c')
})

test('the address of an API is kept without a slash at its end', () => {
  expect(readConfig({ DISCORD_API_URL: 'http://127.0.0.1:9/api//' }).discordApiUrl).toBe(
    'http://127.0.0.1:9/api',
  )
})

test('a provider of sign-in needs both its settings', () => {
  expect(readConfig({ GITHUB_CLIENT_ID: 'a', DISCORD_CLIENT_SECRET: 'b' }).providers).toEqual({})
  expect(
    readConfig({ GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b', DISCORD_CLIENT_ID: 'c' }).providers,
  ).toEqual({ github: { id: 'a', secret: 'b' } })
})

test('mail comes from the host of the site unless it is set', () => {
  expect(readConfig({ SITE_URL: 'https://example.com:8443' }).mailFrom).toBe('no-reply@example.com')
  expect(readConfig({ MAIL_FROM: 'a@b.example' }).mailFrom).toBe('a@b.example')
})
