import { resolve } from 'node:path'
import { z } from 'zod'
import { checkChatSettings } from '#app/platform/config/chat.ts'
import { challengeConfig, missingChallengeSettings } from '#app/platform/config/contact.ts'
import { clientSettings, providers, type Provider } from '#app/platform/config/providers.ts'
import { settings } from '#app/platform/config/settings.server.ts'
import { aliasProblems } from '#app/platform/config/site-aliases.ts'

const environment = z.object(settings).superRefine(checkChatSettings)

/** Settings as the code uses them, in camel case. `configOf` combines related settings. */
export type Config = Readonly<ReturnType<typeof configOf>>

/** Error that lists every invalid setting with its accepted values, one setting per line. */
export class InvalidSettings extends Error {
  override name = 'WrongSettings'
}

/** Parses the environment once. Throws `InvalidSettings` without the values, which could be secrets. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settings && value?.trim()),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new InvalidSettings(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')} is invalid. Use ${accepts(issue)}`)
        .join('\n'),
    )
  }
  const problems = [...missingChallengeSettings(parsed.data), ...aliasProblems(parsed.data)]
  if (problems.length) throw new InvalidSettings(problems.join('\n'))
  return Object.freeze(configOf(parsed.data))
}

function configOf(value: z.output<typeof environment>) {
  const { HOST, PORT, SITE_URL, DATA_DIR, CONTENT_DIR, MAIL_FROM, NODE_ENV, ...others } = value
  const { CHALLENGE_PROVIDER, TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY, ...more } = withoutClients(others)
  const { CHAT_BASE_URL, CHAT_API_KEY, CHAT_MODEL, ORIGIN_TRIAL_TOKEN, BREACHED_PASSWORDS, ...plain } = more
  const siteUrl = SITE_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
  return {
    ...inCamelCase(plain),
    host: HOST,
    port: PORT,
    siteUrl,
    dataDir: resolve(DATA_DIR),
    contentDir: resolve(CONTENT_DIR),
    /** Sender of emails. Without a name, the sender has the name of the site. */
    mailFrom: MAIL_FROM ?? `no-reply@${new URL(siteUrl).hostname}`,
    development: NODE_ENV === 'development',
    /** Sign-in providers for which both settings are present. */
    providers: Object.freeze(clientsIn(value)),
    challenge: challengeConfig({ CHALLENGE_PROVIDER, TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY }),
    /** External chat model, or null. */
    chat:
      CHAT_BASE_URL && CHAT_MODEL
        ? Object.freeze({ baseUrl: CHAT_BASE_URL, apiKey: CHAT_API_KEY, model: CHAT_MODEL })
        : null,
    originTrialTokens: ORIGIN_TRIAL_TOKEN,
    refuseBreachedPasswords: BREACHED_PASSWORDS === 'refuse',
  }
}

type Clients = Partial<Record<Provider, { id: string; secret: string }>>

function clientsIn(value: z.output<typeof environment>): Clients {
  const clients: Clients = {}
  for (const provider of providers) {
    const names = clientSettings(provider)
    const [id, secret] = [value[names.id], value[names.secret]]
    if (id && secret) clients[provider] = { id, secret }
  }
  return clients
}

function withoutClients<T extends object>(value: T) {
  const names = providers.flatMap((provider) => Object.values<string>(clientSettings(provider)))
  const others = Object.entries(value).filter(([name]) => !names.includes(name))
  return Object.fromEntries(others) as Omit<T, `${Uppercase<Provider>}_CLIENT_${'ID' | 'SECRET'}`>
}

type CamelCase<S> = S extends `${infer A}_${infer B}`
  ? `${Lowercase<A>}${Capitalize<CamelCase<B>>}`
  : Lowercase<S & string>

/** Converts keys to camel case, such as `PAGE_CACHE_MB` to `pageCacheMb`. */
const inCamelCase = <T extends object>(value: T) =>
  Object.fromEntries(
    Object.entries(value).map(([name, of]) => [
      name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      of as unknown,
    ]),
  ) as { [N in keyof T as CamelCase<N>]: T[N] }

function accepts(issue: z.core.$ZodIssue) {
  return issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue.message
}
