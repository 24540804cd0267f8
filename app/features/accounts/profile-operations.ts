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
  summary: 'Read your account',
})

export const updateProfile = onProfile('updateProfile', 'PATCH', {
  body: updateProfileInput,
  answers: { 200: z.object({ user }) },
  summary: 'Change your name, picture or theme',
  description: 'Omitted fields remain unchanged.',
})

export const listSessions = onProfile('listSessions', 'GET /sessions', {
  answers: { 200: z.object({ sessions: z.array(session) }) },
  summary: 'List your sessions',
})

export const revokeSession = onProfile('revokeSession', 'DELETE /sessions/{id}', {
  params: idParam,
  answers: { 204: null },
  refuses: [404],
  summary: 'End one of your sessions',
})

export const closeOtherSessions = onProfile('closeOtherSessions', 'DELETE /sessions', {
  answers: { 204: null },
  summary: 'End your other sessions',
})

export const listConnections = onProfile('listConnections', 'GET /connections', {
  answers: { 200: z.object({ connections: z.array(connection) }) },
  summary: 'List your linked identities',
})

export const unlinkConnection = onProfile('unlinkConnection', 'DELETE /connections/{provider}', {
  params: providerParam,
  answers: { 204: null },
  refuses: [404, 409],
  summary: 'Unlink a provider from your account',
  description:
    'Returns 403 if the last sign-in or proof is older than ten minutes. Returns 409 if the account has no other way to sign in.',
})

export const resendVerification = onProfile('resendVerification', 'POST /verification', {
  limit: 'verification',
  answers: { 202: z.object({ status: z.literal('check_email') }) },
  refuses: [409],
  summary: 'Request the confirmation email again',
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
    'Renews the proof of identity for this session for ten minutes and sends a new cookie. Failed attempts count toward the `login_session` rate limit. If the account has no password, returns 403 `proof_required`. In this case, sign in with the provider again.',
})
