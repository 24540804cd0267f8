import { z } from 'zod'
import { idParam } from '#app/features/accounts/schema.ts'
import { invitation, invitationsQuery, inviteInput } from '#app/features/invitations/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

export const listInvitations = operation('listInvitations', 'GET /api/invitations', {
  access: { session: 'users:read' },
  query: invitationsQuery,
  answers: {
    200: z.object({
      invitations: z.array(invitation).meta({ description: 'Pending invitations.' }),
      ...pageFields,
    }),
  },
  summary: 'List pending invitations',
  description: 'Newest first.',
})

export const createInvitation = operation('createInvitation', 'POST /api/invitations', {
  access: { session: 'users:write' },
  body: inviteInput,
  answers: {
    201: z.object({
      invitation,
      link: z
        .string()
        .nullable()
        .meta({ description: 'Link to send to the person, shown once. Null if email is configured.' }),
    }),
  },
  refuses: ['proof_required', 404, 409],
  summary: 'Invite a person',
  description:
    'The invitation works once and expires after seven days. Returns 403 for a role that is not below yours. Returns 409 if the email address has a pending invitation for the same guild, if the person already manages the guild, or if sign-up is closed and the person has no account. Requires a proof of identity from the last ten minutes.',
})

export const revokeInvitation = operation('revokeInvitation', 'DELETE /api/invitations/{id}', {
  access: { session: 'users:write' },
  params: idParam,
  answers: { 204: null },
  refuses: [404],
  summary: 'Revoke an invitation',
})
