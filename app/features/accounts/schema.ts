import { z } from 'zod'
import { roles } from '#app/access.ts'

const email = z
  .string({ error: 'Enter an e-mail address.' })
  .trim()
  .toLowerCase()
  .min(1, { error: 'Enter an e-mail address.', abort: true })
  .max(254, { error: 'This address is too long.', abort: true })
  .pipe(z.email({ error: 'This is not an e-mail address.' }))

/** Bytes, not characters: argon2 takes bytes, and a limit on characters would let a client send four times as much. */
const newPassword = z
  .string({ error: 'Enter a password.' })
  .min(8, { error: 'Use at least 8 characters.' })
  .refine((value) => new TextEncoder().encode(value).length <= 1024, { error: 'Use at most 1024 bytes.' })

const name = z
  .string({ error: 'Enter a name.' })
  .trim()
  .min(1, { error: 'Enter a name.' })
  .max(100, { error: 'Use at most 100 characters.' })

/** A path of this site: never another host, whatever the browser makes of backslashes and control characters. */
export const ownPath = z
  .string()
  .max(2000)
  .regex(/^\/(?!\/|\\)[^\\\u0000-\u001f\u007f]*$/, { error: 'Only paths of this site.' })

export const loginInput = z.strictObject({
  email,
  password: z
    .string({ error: 'Enter your password.' })
    .min(1, { error: 'Enter your password.' })
    .max(1024, { error: 'Use at most 1024 bytes.' }),
  redirect_to: ownPath.optional(),
})

export const signupInput = z.strictObject({ name, email, password: newPassword })

export const createUserInput = signupInput.extend({
  role: z.enum(roles, { error: `One of ${roles.join(', ')}.` }).default('member'),
})

/** An account as its owner sees it. */
export const user = z
  .object({
    id: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    role: z.enum(roles),
    has_password: z.boolean(),
    connections: z.array(z.string()),
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'User', description: 'An account as its owner sees it.' })

export type User = z.infer<typeof user>
export type LoginInput = z.infer<typeof loginInput>
export type SignupInput = z.infer<typeof signupInput>
export type CreateUserInput = z.infer<typeof createUserInput>

/** Lifetime of a session, absolute, in seconds: seven days. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60
