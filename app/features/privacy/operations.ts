import { deleteProfileInput } from '#app/features/accounts/schema.ts'
import { accountExport } from '#app/features/privacy/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

const onProfile = operationsAt('/api/profile', { access: { session: 'profile:own' } })

export const deleteProfile = onProfile('deleteProfile', 'DELETE', {
  body: deleteProfileInput,
  answers: { 204: null },
  refuses: ['proof_required', 409, 503],
  sends: ['Set-Cookie'],
  summary: 'Delete one’s own account',
  description:
    'Takes the password, or no body within ten minutes of a sign-in at a provider. Cannot be undone. 409 for the last owner.',
})

export const exportProfile = onProfile('exportProfile', 'GET /export', {
  answers: { 200: accountExport },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Everything that the service holds on oneself',
  description:
    'Returns a file without hashes of passwords and cookies. Needs a proof of identity from the last ten minutes.',
})
