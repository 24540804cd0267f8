import { z } from 'zod'
import { idParam, managedUser, updateUserInput, usersQuery } from '#app/features/accounts/schema.ts'
import { auditEntry, auditQuery } from '#app/features/audit/schema.ts'
import { operation, operationsAt } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const onUser = operationsAt('/api/users/{id}', { params: idParam, refuses: [404] })

export const listUsers = operation('listUsers', 'GET /api/users', {
  access: { session: 'users:read' },
  query: usersQuery,
  answers: { 200: z.object({ users: z.array(managedUser), ...pageFields }) },
  summary: 'List accounts',
  description: 'Newest first.',
})

export const readUser = onUser('readUser', 'GET', {
  access: { session: 'users:read' },
  answers: { 200: z.object({ user: managedUser }) },
  summary: 'Read an account',
})

export const updateUser = onUser('updateUser', 'PATCH', {
  access: { session: 'users:write' },
  body: updateUserInput,
  answers: { 200: z.object({ user: managedUser }) },
  refuses: ['proof_required', 409],
  summary: 'Change the role or state of an account',
  description:
    'The account and its new role must both rank below your own role. Owners can change every other account. Otherwise, and for your own account, returns 403. Returns 409 for the last owner. Requires a proof of identity from the last ten minutes.',
})

export const closeUserSessions = onUser('closeUserSessions', 'DELETE /sessions', {
  access: { session: 'users:write' },
  answers: { 204: null },
  summary: 'End all sessions of a user',
})

export const listAudit = operation('listAudit', 'GET /api/audit', {
  access: { session: 'audit:read' },
  query: auditQuery,
  answers: { 200: z.object({ entries: z.array(auditEntry), ...pageFields }) },
  summary: 'Read the audit log',
  description: 'Newest first. Days are in UTC.',
})
