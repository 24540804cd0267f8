import { z } from 'zod'
import { roles } from '#app/access.ts'
import {
  changePasswordInput,
  confirmResetInput,
  loginInput,
  oauthQuery,
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
  summary: 'Sign in with e-mail and password',
  description:
    'Sets the `session` cookie for seven days. `redirect_to` must be a path of this site. An account that is disabled is 403.',
})

export const signup = operation('signup', 'POST /api/auth/signup', {
  access: 'public',
  limit: 'signup',
  body: signupInput,
  answers: { 201: z.object({ user }), 202: checkEmail },
  refuses: [409, 503],
  sends: ['Set-Cookie'],
  summary: 'Open an account',
  description:
    'Without a mail server: creates a member account and signs it in, or returns 409 if the email address is taken. With a mail server: always returns 202. The link in the email opens a page that asks for the password and creates the account. If sign-up is by invitation only or closed, returns 403.',
})

export const logout = operation('logout', 'POST /api/auth/logout', {
  access: 'session',
  confirmed: true,
  answers: { 204: null },
  sends: ['Set-Cookie'],
  summary: 'Sign out',
  description: 'Ends the session and clears the cookie; the same answer when nobody is signed in.',
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
            .meta({ description: 'True if the account manages guilds, whatever its role.' }),
        })
        .nullable(),
    }),
  },
  summary: 'Who is signed in',
})

export const beginGithub = operation('beginGithub', 'GET /api/auth/github', {
  access: 'session',
  limit: 'oauth',
  query: oauthQuery,
  answers: { 302: null },
  refuses: [503],
  summary: 'Sign in with GitHub, or link it',
  description:
    'Leads to GitHub with a state and a PKCE challenge. 503 where the site has no application there.',
})

export const finishGithub = operation('finishGithub', 'GET /api/auth/github/callback', {
  access: 'session',
  limit: 'oauth',
  answers: { 302: null },
  refuses: [503],
  summary: 'Where GitHub leads back to',
  description: 'Sets the `session` cookie, or leads to `/login?error=` with a code that the page explains.',
})

export const beginDiscord = operation('beginDiscord', 'GET /api/auth/discord', {
  access: 'session',
  limit: 'oauth',
  query: oauthQuery,
  answers: { 302: null },
  refuses: [503],
  summary: 'Sign in with Discord, or link it',
  description: 'Leads to Discord with a state. 503 where the site has no application there.',
})

export const finishDiscord = operation('finishDiscord', 'GET /api/auth/discord/callback', {
  access: 'session',
  limit: 'oauth',
  answers: { 302: null },
  refuses: [503],
  summary: 'Where Discord leads back to',
  description: 'Sets the `session` cookie, or leads to `/login?error=` with a code that the page explains.',
})

export const changePassword = operation('changePassword', 'POST /api/auth/password', {
  access: { session: 'profile:own' },
  body: changePasswordInput,
  answers: { 204: null },
  refuses: [503],
  sends: ['Set-Cookie'],
  summary: 'Change or set one’s own password',
  description: 'Ends every other session and sends a new cookie. Failed tries count like failed sign-ins.',
})

export const requestPasswordReset = operation('requestPasswordReset', 'POST /api/auth/password-reset', {
  access: 'public',
  limit: 'reset',
  body: requestResetInput,
  answers: { 202: checkEmail },
  summary: 'Ask for a letter with a link for a new password',
  description: 'The same answer whether there is an account or not, and past the limit of the account.',
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
    summary: 'Set the password that the letter was asked for',
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
  summary: 'Confirm an e-mail address',
  description:
    'Creates the account of a pending sign-up, or confirms the email address of an account. Outside a session of the account, `password` is required. It becomes the password, and earlier sessions, identities and links end. If you send no `name`, an existing account is renamed to the part of its address before `@`. The link works once and expires after one day.',
})
