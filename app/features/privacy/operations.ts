import { deleteProfileInput } from '#app/features/accounts/schema.ts'
import { accountExport } from '#app/features/privacy/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

const onProfile = operationsAt('/api/profile', { access: { session: 'profile:own' } })

export const deleteProfile = onProfile('deleteProfile', 'DELETE', {
  body: deleteProfileInput,
  answers: { 204: null },
  refuses: ['proof_required', 409, 503],
  sends: ['Set-Cookie'],
  summary: 'Delete your account',
  description:
    'Requires the password. If you signed in with a provider in the last ten minutes, send no body instead. The deletion cannot be undone. Returns 409 for the last owner.',
})

export const exportProfile = onProfile('exportProfile', 'GET /export', {
  answers: { 200: accountExport },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Export your data',
  description:
    'Returns a file with your data. Hashes of passwords and cookies are omitted. Requires a proof of identity from the last ten minutes.',
})
