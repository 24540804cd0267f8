import { z } from 'zod'
import { roles } from '#app/access.ts'
import { cleanName } from '#app/primitives/clean-name.ts'
import { identityProviders, providers } from '#app/platform/config/providers.ts'
import { encodeLocation } from '#app/primitives/location.ts'
import { email, integerParam, type Sorted, sortParams, time } from '#app/primitives/schema.ts'
import { themes } from '#app/site/theme.ts'

/** New password. The limit is in bytes because argon2 takes bytes and a character can be up to four bytes. */
const newPassword = z
  .string({ error: 'Enter a password.' })
  .min(8, { error: 'Use at least 8 characters.' })
  .refine((value) => new TextEncoder().encode(value).length <= 1024, { error: 'Use at most 1,024 bytes.' })
  .meta({
    description: 'Minimum 8 characters. Maximum 1,024 bytes. Passwords that are easy to guess are rejected.',
  })

const password = z
  .string({ error: 'Enter your password.' })
  .min(1, { error: 'Enter your password.' })
  .max(1024, { error: 'Use at most 1,024 bytes.' })

const name = z
  .string({ error: 'Enter a name.' })
  .max(1_000, { error: 'Use at most 100 characters.', abort: true })
  .overwrite(cleanName)
  .min(1, { error: 'Enter a name.' })
  .max(100, { error: 'Use at most 100 characters.' })
  .meta({
    description:
      'Display name. Maximum 100 characters. Line breaks become spaces, and invisible characters are removed.',
  })

/** Token in an email link: 32 random bytes in base64url. */
const token = z
  .string({ error: 'The link is incomplete. Copy the whole link from the email.' })
  .regex(/^[\w-]{43}$/, { error: 'The link is incomplete. Copy the whole link from the email.' })
  .meta({ description: 'Token from the link in the email. Works once.' })

const OWN = 'http://own.invalid'

/**
 * Checks whether a path is on this site. Rejects `/..//host` too, because a client can resolve that path to another
 * host.
 */
function isSameSitePath(path: string): boolean {
  if (!URL.canParse(path, OWN)) return false
  const { origin, pathname } = new URL(path, OWN)
  return origin === OWN && !pathname.startsWith('//')
}

/** Path on this site. Rejects characters that browsers could interpret as the start of another host. */
export const sameSitePath = z
  .string()
  .overwrite(encodeLocation)
  .max(2000)
  .regex(/^\/[^\\\u0000-\u001f\u007f]*$/, { error: 'Use a path on this site, such as /docs.', abort: true })
  .refine(isSameSitePath, { error: 'Use a path on this site, such as /docs.' })
  .meta({ description: 'Path on this site to redirect to afterward.' })

/** Redirect path after a sign-in without one. The sign-in page sends signed-in users to the first page that they can use. */
export const START = '/login'

export const loginInput = z.strictObject({ email, password, redirect_to: sameSitePath.optional() })

/** Sign-up input. If email is configured, the user chooses the password later, on the confirmation page. */
export const signupInput = z.strictObject({
  name,
  email,
  password: newPassword.optional().meta({
    description:
      'Required if the site has no mail server. Otherwise ignored, because the confirmation page asks for the password.',
  }),
})

export const setupInput = signupInput.extend({ password: newPassword })

export const createUserInput = setupInput.extend({
  role: z.enum(roles, { error: `Use one of: ${roles.join(', ')}.` }).default('member'),
})

export const setRoleInput = createUserInput.pick({ email: true }).extend({ role: z.enum(roles) })
export const setPasswordInput = createUserInput.pick({ email: true, password: true })

export const oauthQuery = z.object({
  redirect_to: sameSitePath.optional(),
  guilds: z
    .literal('true', { error: 'Use true, or omit guilds.' })
    .optional()
    .meta({ description: 'With Discord: also asks for the list of your servers.', example: 'true' }),
})

export const changePasswordInput = z.strictObject({
  current_password: password
    .optional()
    .meta({ description: 'Required unless the account has no password and the sign-in is recent.' }),
  new_password: newPassword,
})

export const proofInput = z.strictObject({ password })
export const requestResetInput = z.strictObject({ email })
export const confirmResetInput = z.strictObject({ token, new_password: newPassword })
export const verifyEmailInput = z.strictObject({
  token,
  password: newPassword
    .optional()
    .meta({ description: 'Password of the account. Required unless you are signed in to the account.' }),
  name: name.optional().meta({ description: 'Name of the account. Default: the name from the sign-up.' }),
})

/** Allowed hosts for pictures. These hosts can see the IP address of every viewer. */
export const avatarHosts = [
  ...providers.map((provider) => identityProviders[provider].avatarHost),
  'gravatar.com',
  'secure.gravatar.com',
  'www.gravatar.com',
]

/** URL of a picture. HTTPS prevents the request from exposing which page shows the picture. */
const avatarUrl = z
  .url({ protocol: /^https$/, error: 'Enter a URL that begins with https://.' })
  .max(500, { error: 'Use at most 500 characters.' })
  .nullable()
  .meta({ description: 'HTTPS URL of a picture, or null.' })

export const updateProfileInput = z.strictObject({
  name: name.optional(),
  avatar_url: avatarUrl.optional(),
  theme: z.enum(themes).optional().meta({ description: 'Theme of the pages for this account.' }),
})

export const deleteProfileInput = z.strictObject({
  password: password
    .optional()
    .meta({ description: 'Required unless you signed in with a provider within the last ten minutes.' }),
})

export const idParam = z.object({ id: z.string().max(40) })
export const providerParam = z.object({ provider: z.enum(providers) })

/** Account as its owner sees it. */
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
  .meta({ id: 'User', description: 'Your own account.' })

/** Active session of a user. */
export const session = z
  .object({
    id: z.string(),
    current: z.boolean(),
    created_at: time,
    last_seen_at: time,
    user_agent: z.string().nullable(),
    ip_prefix: z.string().nullable(),
  })
  .meta({ id: 'Session', description: 'Signed-in browser or program.' })

/** Provider account with which the user can sign in. */
export const connection = z
  .object({ provider: z.enum(providers), username: z.string(), created_at: time, last_used_at: time })
  .meta({ id: 'Connection', description: 'Provider account that can be used to sign in to this account.' })

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

/** Absolute lifetime of a session in seconds (seven days). */
export const SESSION_SECONDS = 7 * 24 * 60 * 60

/** Lifetime of a device cookie after the last sign-in, in seconds (180 days). */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60

/** Filters for the list of accounts. */
export const usersQuery = z.object({
  q: z.string().trim().max(254).optional().meta({ description: 'Id, or part of a name or email address.' }),
  role: z.enum(roles, { error: `Use one of: ${roles.join(', ')}.` }).optional(),
  status: z.enum(['active', 'disabled'], { error: 'Use active or disabled.' }).optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** Columns that sort the list of people in the console. */
export const userSort = sortParams(['name', 'created_at'])

/** Account fields that an administrator can change. */
export const updateUserInput = z.strictObject({
  role: z.enum(roles, { error: `Use one of: ${roles.join(', ')}.` }).optional(),
  disabled: z
    .boolean()
    .optional()
    .meta({ description: 'If true, every session ends and sign-in is blocked.' }),
})

/** Account as administrators see it. */
export const managedUser = user
  .omit({ theme: true })
  .extend({
    disabled_at: z.string().nullable().meta({ format: 'date-time' }),
    session_count: z.number().int(),
    last_seen_at: z.string().nullable().meta({ format: 'date-time' }),
  })
  .meta({ id: 'ManagedUser', description: 'Account with the details that administrators see.' })

export type UsersQuery = z.infer<typeof usersQuery>
export type UserSort = Sorted<'name' | 'created_at'>
export type UpdateUserInput = z.infer<typeof updateUserInput>
export type ManagedUser = z.infer<typeof managedUser>
