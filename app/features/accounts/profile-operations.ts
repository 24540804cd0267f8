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
import { operation, operationsAt } from '#app/operations/operation.ts'

const onProfile = operationsAt('/api/profile', { access: { session: 'profile:own' } })

export const readProfile = onProfile('readProfile', 'GET', {
  answers: { 200: z.object({ user }) },
  summary: 'Read one’s own account',
})

export const updateProfile = onProfile('updateProfile', 'PATCH', {
  body: updateProfileInput,
  answers: { 200: z.object({ user }) },
  summary: 'Change one’s own name, picture or colours',
  description: 'What is not given stays as it is.',
})

export const listSessions = onProfile('listSessions', 'GET /sessions', {
  answers: { 200: z.object({ sessions: z.array(session) }) },
  summary: 'Where one is signed in',
})

export const revokeSession = onProfile('revokeSession', 'DELETE /sessions/{id}', {
  params: idParam,
  answers: { 204: null },
  refuses: [404],
  summary: 'End one of one’s own sessions',
})

export const closeOtherSessions = onProfile('closeOtherSessions', 'DELETE /sessions', {
  answers: { 204: null },
  summary: 'Sign out everywhere but here',
})

export const listConnections = onProfile('listConnections', 'GET /connections', {
  answers: { 200: z.object({ connections: z.array(connection) }) },
  summary: 'What is linked to one’s own account',
})

export const unlinkConnection = onProfile('unlinkConnection', 'DELETE /connections/{provider}', {
  params: providerParam,
  answers: { 204: null },
  refuses: [404, 409],
  summary: 'Unlink a provider from one’s own account',
  description:
    '403 when the last sign-in or proof is older than ten minutes, 409 when nothing else could sign in.',
})

export const resendVerification = onProfile('resendVerification', 'POST /verification', {
  limit: 'verification',
  answers: { 202: z.object({ status: z.literal('check_email') }) },
  refuses: [409],
  summary: 'Send the letter that confirms one’s own address',
})

export const proveIdentity = operation('proveIdentity', 'POST /api/auth/proof', {
  access: { session: 'profile:own' },
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
