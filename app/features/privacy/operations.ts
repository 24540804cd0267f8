import { deleteProfileInput } from '#app/features/accounts/schema.ts'
import { accountExport } from '#app/features/privacy/schema.ts'
import { operation } from '#app/operations/operation.ts'

const own = { session: 'profile:own' } as const

export const deleteProfile = operation({
  id: 'deleteProfile',
  method: 'DELETE',
  path: '/api/profile',
  access: own,
  limit: 'api_session',
  body: deleteProfileInput,
  answers: { 204: null },
  refuses: ['proof_required', 409, 503],
  sends: ['Set-Cookie'],
  summary: 'Delete one’s own account',
  description:
    'Takes the password, or no body within ten minutes of a sign-in at a provider. Cannot be undone. 409 for the last owner.',
})

export const exportProfile = operation({
  id: 'exportProfile',
  method: 'GET',
  path: '/api/profile/export',
  access: own,
  limit: 'api_session',
  answers: { 200: accountExport },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Everything that the service holds on oneself',
  description:
    'Returns a file without hashes of passwords and cookies. Needs a proof of identity from the last ten minutes.',
})
