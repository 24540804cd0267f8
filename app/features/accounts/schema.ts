import { z } from 'zod'
import { PROOF_SECONDS, roles } from '#app/access.ts'
import { cleanName } from '#app/features/accounts/person-name.ts'
import { type Provider, providers } from '#app/platform/config/providers.ts'
import { encodeLocation } from '#app/primitives/location.ts'
import { email, integerParam, time } from '#app/primitives/schema.ts'
import { themes } from '#app/site/theme.ts'

/** How their makers write them. */
export const providerNames = { github: 'GitHub', discord: 'Discord' } as const satisfies Record<
  Provider,
  string
>

/** Bytes, not characters: argon2 takes bytes, and a limit on characters would let a client send four times as much. */
const newPassword = z
  .string({ error: 'Enter a password.' })
  .min(8, { error: 'Use at least 8 characters.' })
  .refine((value) => new TextEncoder().encode(value).length <= 1024, { error: 'Use at most 1024 bytes.' })
  .meta({ description: 'From 8 characters to 1,024 bytes, and none that is easy to guess.' })

const password = z
  .string({ error: 'Enter your password.' })
  .min(1, { error: 'Enter your password.' })
  .max(1024, { error: 'Use at most 1024 bytes.' })

const name = z
  .string({ error: 'Enter a name.' })
  .overwrite(cleanName)
  .min(1, { error: 'Enter a name.' })
  .max(100, { error: 'Use at most 100 characters.' })
  .meta({
    description:
      'The displayed name, up to 100 characters. Line breaks become spaces, and invisible characters are removed.',
  })

/** What the link of a letter carries: 32 random bytes in base64url. */
const token = z
  .string({ error: 'The link is not complete.' })
  .regex(/^[\w-]{43}$/, { error: 'The link is not complete. Copy all of it from the letter.' })
  .meta({ description: 'From the link in the letter. Works once.' })

const OWN = 'http://own.invalid'

/** `/..//host` leads to another host too, for a client that resolves it and follows the result. */
function isSameSitePath(path: string): boolean {
  if (!URL.canParse(path, OWN)) return false
  const { origin, pathname } = new URL(path, OWN)
  return origin === OWN && !pathname.startsWith('//')
}

/** A path of this site: never another host, whatever the browser makes of backslashes and control characters. */
export const sameSitePath = z
  .string()
  .overwrite(encodeLocation)
  .max(2000)
  .regex(/^\/[^\\\u0000-\u001f\u007f]*$/, { error: 'Only paths of this site.', abort: true })
  .refine(isSameSitePath, { error: 'Only paths of this site.' })
  .meta({ description: 'A path of this site to go to afterwards.' })

export const loginInput = z.strictObject({ email, password, redirect_to: sameSitePath.optional() })

/** Where mail is configured the password is chosen later, on the page that confirms the address. */
export const signupInput = z.strictObject({
  name,
  email,
  password: newPassword.optional().meta({
    description:
      'Required where mail is not configured. Ignored where it is: the confirmation page asks for it.',
  }),
})

export const setupInput = signupInput.extend({ password: newPassword })

export const createUserInput = setupInput.extend({
  role: z.enum(roles, { error: `One of ${roles.join(', ')}.` }).default('member'),
})

export const setRoleInput = createUserInput.pick({ email: true }).extend({ role: z.enum(roles) })
export const setPasswordInput = createUserInput.pick({ email: true, password: true })

export const oauthQuery = z.object({ redirect_to: sameSitePath.optional() })

export const changePasswordInput = z.strictObject({
  current_password: password
    .optional()
    .meta({ description: 'Needed unless the account has none and the sign-in is fresh.' }),
  new_password: newPassword,
})

export const proofInput = z.strictObject({ password })
export const requestResetInput = z.strictObject({ email })
export const confirmResetInput = z.strictObject({ token, new_password: newPassword })
export const verifyEmailInput = z.strictObject({
  token,
  password: newPassword
    .optional()
    .meta({ description: 'The password of the account. Required outside a session of the account.' }),
  name: name.optional().meta({ description: 'The name of the account. Default: the name from the sign-up.' }),
})

/** Where a picture may come from to be shown: whoever serves it sees the address of whoever looks at it. */
export const avatarHosts = [
  'avatars.githubusercontent.com',
  'cdn.discordapp.com',
  'gravatar.com',
  'secure.gravatar.com',
  'www.gravatar.com',
] as const

/** Only HTTPS, so that a picture never leaks the page it stands on. */
const avatarUrl = z
  .url({ protocol: /^https$/, error: 'Enter an address that begins with https://.' })
  .max(500, { error: 'Use at most 500 characters.' })
  .nullable()
  .meta({ description: 'The HTTPS address of a picture, or null.' })

export const updateProfileInput = z.strictObject({
  name: name.optional(),
  avatar_url: avatarUrl.optional(),
  theme: z.enum(themes).optional().meta({ description: 'The colours of the pages for this account.' }),
})

export const deleteProfileInput = z.strictObject({
  password: password
    .optional()
    .meta({ description: 'Needed unless the session began minutes ago at a provider.' }),
})

export const idParam = z.object({ id: z.string().max(40) })
export const providerParam = z.object({ provider: z.enum(providers) })

/** An account as its owner sees it. */
export const user = z
  .object({
    id: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    theme: z.enum(themes),
    role: z.enum(roles),
    has_password: z.boolean(),
    connections: z.array(z.enum(providers)),
    created_at: time,
  })
  .meta({ id: 'User', description: 'An account as its owner sees it.' })

/** A sign-in that is open somewhere. */
export const session = z
  .object({
    id: z.string(),
    current: z.boolean(),
    created_at: time,
    last_seen_at: time,
    user_agent: z.string().nullable(),
    ip_prefix: z.string().nullable(),
  })
  .meta({ id: 'Session', description: 'A browser or a program that is signed in.' })

/** An account at a provider that signs in to this one. */
export const connection = z
  .object({ provider: z.enum(providers), username: z.string(), created_at: time, last_used_at: time })
  .meta({ id: 'Connection', description: 'An account elsewhere that signs in to this one.' })

export type User = z.infer<typeof user>
export type Session = z.infer<typeof session>
export type Connection = z.infer<typeof connection>
export type LoginInput = z.infer<typeof loginInput>
export type SignupInput = z.infer<typeof signupInput>
export type SetupInput = z.infer<typeof setupInput>
export type VerifyEmailInput = z.infer<typeof verifyEmailInput>
export type CreateUserInput = z.infer<typeof createUserInput>
export type ChangePasswordInput = z.infer<typeof changePasswordInput>
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

/** Lifetime of a session, absolute, in seconds: seven days. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** Lifetime of a device cookie, in seconds: 180 days from the last sign-in. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60

/** How long after a sign-in at a provider it still counts as proof, in seconds. */
export const FRESH_SECONDS = PROOF_SECONDS

/** What the list of accounts can be narrowed by. */
export const usersQuery = z.object({
  q: z
    .string()
    .trim()
    .max(254)
    .optional()
    .meta({ description: 'An id, or a part of a name or an e-mail address.' }),
  role: z.enum(roles, { error: `One of ${roles.join(', ')}.` }).optional(),
  status: z.enum(['active', 'disabled'], { error: 'active or disabled.' }).optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** What an administrator changes of somebody else’s account. */
export const updateUserInput = z.strictObject({
  role: z.enum(roles, { error: `One of ${roles.join(', ')}.` }).optional(),
  disabled: z.boolean().optional().meta({ description: 'True ends every session and lets nobody sign in.' }),
})

/** An account as administrators see it. */
export const managedUser = user
  .omit({ theme: true })
  .extend({
    disabled_at: z.string().nullable().meta({ format: 'date-time' }),
    session_count: z.number().int(),
    last_seen_at: z.string().nullable().meta({ format: 'date-time' }),
  })
  .meta({ id: 'ManagedUser', description: 'An account as administrators see it.' })

export type UsersQuery = z.infer<typeof usersQuery>
export type UpdateUserInput = z.infer<typeof updateUserInput>
export type ManagedUser = z.infer<typeof managedUser>
