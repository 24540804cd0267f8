import { z } from 'zod'
import { roles } from '#app/access.ts'
import {
  changePasswordInput,
  confirmResetInput,
  loginInput,
  requestResetInput,
  signupInput,
  user,
  verifyEmailInput,
} from '#app/features/accounts/schema.ts'
import { operation } from '#app/operations/operation.ts'

const checkEmail = z.object({ status: z.literal('check_email') })

export const login = operation('login', 'POST /api/auth/login', {
  access: 'public',
  limit: 'login',
  body: loginInput,
  answers: { 200: z.object({ user, redirect_to: z.string() }) },
  refuses: ['invalid_credentials', 503],
  sends: ['Set-Cookie'],
  summary: 'Sign in with email and password',
  description:
    'Sets the `session` cookie for seven days. `redirect_to` must be a path on this site. Returns 403 if the account is disabled.',
})

export const signup = operation('signup', 'POST /api/auth/signup', {
  access: 'public',
  limit: 'signup',
  body: signupInput,
  answers: { 201: z.object({ user }), 202: checkEmail },
  refuses: [409, 503],
  sends: ['Set-Cookie'],
  summary: 'Sign up',
  description:
    'Without a mail server: creates a member account and signs it in, or returns 409 if the email address is taken. With a mail server: always returns 202. The link in the email opens a page that asks for the password and creates the account. If sign-up is by invitation only or closed, returns 403.',
})

export const logout = operation('logout', 'POST /api/auth/logout', {
  access: 'session',
  confirmed: true,
  answers: { 204: null },
  sends: ['Set-Cookie'],
  summary: 'Sign out',
  description: 'Ends the session and clears the cookie. Returns the same response if there is no session.',
})

export const readSession = operation('readSession', 'GET /api/session', {
  access: 'session',
  answers: {
    200: z.object({
      user: z
        .object({
          id: z.string(),
          name: z.string(),
          role: z.enum(roles),
          manages_guilds: z
            .boolean()
            .meta({ description: 'True if the account manages guilds, regardless of its role.' }),
        })
        .nullable(),
    }),
  },
  summary: 'Get the signed-in user',
})

export const changePassword = operation('changePassword', 'POST /api/auth/password', {
  access: { session: 'profile:own' },
  body: changePasswordInput,
  answers: { 204: null },
  refuses: [503],
  sends: ['Set-Cookie'],
  summary: 'Change or set your password',
  description:
    'Ends every other session and sends a new cookie. Failed attempts count toward the `login_session` rate limit.',
})

export const requestPasswordReset = operation('requestPasswordReset', 'POST /api/auth/password-reset', {
  access: 'public',
  limit: 'reset',
  body: requestResetInput,
  answers: { 202: checkEmail },
  summary: 'Request a password reset email',
  description: 'Returns the same response for every address, even if the account has reached its limit.',
})

export const confirmPasswordReset = operation(
  'confirmPasswordReset',
  'POST /api/auth/password-reset/confirm',
  {
    access: 'public',
    limit: 'account_token',
    body: confirmResetInput,
    answers: { 204: null },
    refuses: [503],
    sends: ['Set-Cookie'],
    summary: 'Reset the password',
    description:
      'Ends every session, revokes known devices and sets a new `device` cookie. The link works once and expires after one hour.',
  },
)

export const verifyEmail = operation('verifyEmail', 'POST /api/auth/verify-email', {
  access: 'session',
  limit: 'account_token',
  body: verifyEmailInput,
  answers: { 204: null },
  refuses: [409],
  summary: 'Confirm an email address',
  description:
    'Creates the account for a pending sign-up, or confirms the email address of an existing account. Unless you are signed in to the account, `password` is required and becomes the new password. In this case, earlier sessions, identities and links are deleted, and if you omit `name`, an existing account is named after the part of its email address before `@`. The link works once and expires after one day.',
})
