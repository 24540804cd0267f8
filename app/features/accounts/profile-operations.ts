import { z } from 'zod'
import {
  connection,
  idParam,
  proofInput,
  providerParam,
  session,
  updateProfileInput,
  user,
} from '#app/features/accounts/schema.ts'
import { operation } from '#app/operations/operation.ts'

const own = { session: 'profile:own' } as const

export const readProfile = operation({
  id: 'readProfile',
  method: 'GET',
  path: '/api/profile',
  access: own,
  limit: 'api_session',
  answers: { 200: z.object({ user }) },
  summary: 'Read one’s own account',
})

export const updateProfile = operation({
  id: 'updateProfile',
  method: 'PATCH',
  path: '/api/profile',
  access: own,
  limit: 'api_session',
  body: updateProfileInput,
  answers: { 200: z.object({ user }) },
  summary: 'Change one’s own name, picture or colours',
  description: 'What is not given stays as it is.',
})

export const listSessions = operation({
  id: 'listSessions',
  method: 'GET',
  path: '/api/profile/sessions',
  access: own,
  limit: 'api_session',
  answers: { 200: z.object({ sessions: z.array(session) }) },
  summary: 'Where one is signed in',
})

export const revokeSession = operation({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/api/profile/sessions/{id}',
  access: own,
  limit: 'api_session',
  params: idParam,
  answers: { 204: null },
  refuses: [404],
  summary: 'End one of one’s own sessions',
})

export const closeOtherSessions = operation({
  id: 'closeOtherSessions',
  method: 'DELETE',
  path: '/api/profile/sessions',
  access: own,
  limit: 'api_session',
  answers: { 204: null },
  summary: 'Sign out everywhere but here',
})

export const listConnections = operation({
  id: 'listConnections',
  method: 'GET',
  path: '/api/profile/connections',
  access: own,
  limit: 'api_session',
  answers: { 200: z.object({ connections: z.array(connection) }) },
  summary: 'What is linked to one’s own account',
})

export const unlinkConnection = operation({
  id: 'unlinkConnection',
  method: 'DELETE',
  path: '/api/profile/connections/{provider}',
  access: own,
  limit: 'api_session',
  params: providerParam,
  answers: { 204: null },
  refuses: [404, 409],
  summary: 'Unlink a provider from one’s own account',
  description:
    '403 when the last sign-in or proof is older than ten minutes, 409 when nothing else could sign in.',
})

export const resendVerification = operation({
  id: 'resendVerification',
  method: 'POST',
  path: '/api/profile/verification',
  access: own,
  limit: 'verification',
  answers: { 202: z.object({ status: z.literal('check_email') }) },
  refuses: [409],
  summary: 'Send the letter that confirms one’s own address',
})

export const proveIdentity = operation({
  id: 'proveIdentity',
  method: 'POST',
  path: '/api/auth/proof',
  access: { session: 'profile:own' },
  limit: 'api_session',
  body: proofInput,
  answers: {
    200: z.object({
      proved_until: z.string().meta({ format: 'date-time', description: 'When the proof expires.' }),
    }),
  },
  refuses: ['proof_required', 503],
  sends: ['Set-Cookie'],
  summary: 'Confirm your identity with your password',
  description:
    'Renews the proof of this session for ten minutes and sends a new cookie. Failed attempts count under `login_session`. An account without a password gets 403 `proof_required`: sign in at its provider again instead.',
})
