import { z } from 'zod'
import { roles } from '#app/access.ts'
import { loginInput, signupInput, user } from '#app/features/accounts/schema.ts'
import { operation } from '#app/operations/operation.ts'

export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  limit: 'login',
  body: loginInput,
  answers: { 200: z.object({ user, redirect_to: z.string() }) },
  refuses: [401],
  summary: 'Sign in with e-mail and password',
  description: 'Sets the `session` cookie for seven days. `redirect_to` must be a path of this site.',
})

export const signup = operation({
  id: 'signup',
  method: 'POST',
  path: '/api/auth/signup',
  access: 'public',
  limit: 'signup',
  body: signupInput,
  answers: { 201: z.object({ user }) },
  refuses: [409],
  summary: 'Open an account',
  description: 'Makes a member’s account and signs it in.',
})

export const logout = operation({
  id: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'session',
  limit: 'api_session',
  answers: { 204: null },
  summary: 'Sign out',
  description: 'Ends the session and clears the cookie; the same answer when nobody is signed in.',
})

export const readSession = operation({
  id: 'readSession',
  method: 'GET',
  path: '/api/session',
  access: 'session',
  limit: 'api_session',
  answers: {
    200: z.object({ user: z.object({ id: z.string(), name: z.string(), role: z.enum(roles) }).nullable() }),
  },
  summary: 'Who is signed in',
})
