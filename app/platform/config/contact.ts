import { z } from 'zod'
import { lowerCaseCsvSetting } from '#app/platform/config/csv-setting.ts'

/** Bot protection of the contact form: none, a built-in proof of work, or Cloudflare Turnstile. */
export const challengeProviders = ['none', 'altcha', 'turnstile'] as const
type ChallengeProvider = (typeof challengeProviders)[number]

/** Configuration of the contact form's bot protection. */
export type ChallengeConfig =
  | Readonly<{ provider: 'none' }>
  | Readonly<{ provider: 'altcha' }>
  | Readonly<{ provider: 'turnstile'; siteKey: string; secretKey: string }>

const turnstileKey = z
  .string()
  .trim()
  .regex(/^[\w-]{20,100}$/, { error: 'a key as Cloudflare shows it, such as 1x00000000000000000000AA' })
  .optional()

/** Plain email addresses, which are copied into a mail header. */
const addresses = lowerCaseCsvSetting.refine(
  (list) => list.length <= 20 && list.every((address) => z.email().safeParse(address).success),
  {
    error: 'up to 20 email addresses such as desk@example.com,ada@example.com',
  },
)

/** Settings of the contact form, by environment variable. */
export const contactSettings = {
  CONTACT_MAIL_TO: addresses,
  CHALLENGE_PROVIDER: z.enum(challengeProviders).default('none'),
  TURNSTILE_SITE_KEY: turnstileKey,
  TURNSTILE_SECRET_KEY: turnstileKey,
}

type ContactEnvironment = {
  CHALLENGE_PROVIDER: ChallengeProvider
  TURNSTILE_SITE_KEY?: string | undefined
  TURNSTILE_SECRET_KEY?: string | undefined
}

/** Lists the settings that the chosen provider lacks, with one message per setting. */
export function missingChallengeSettings(given: ContactEnvironment): string[] {
  if (given.CHALLENGE_PROVIDER !== 'turnstile') return []
  return (['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'] as const)
    .filter((name) => !given[name])
    .map((name) => `${name} is missing: CHALLENGE_PROVIDER=turnstile requires both keys of the site`)
}

/** Returns the challenge configuration. Call this function only if no setting is missing. */
export function challengeConfig(given: ContactEnvironment): ChallengeConfig {
  const { CHALLENGE_PROVIDER: provider, TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = given
  if (provider !== 'turnstile') return Object.freeze({ provider })
  return Object.freeze({ provider, siteKey: siteKey ?? '', secretKey: secretKey ?? '' })
}

/** Challenge data that the contact page renders. */
export type FormChallenge = { provider: ChallengeProvider; siteKey: string | null }

export const formChallengeOf = ({ challenge }: { challenge: ChallengeConfig }): FormChallenge => ({
  provider: challenge.provider,
  siteKey: challenge.provider === 'turnstile' ? challenge.siteKey : null,
})
