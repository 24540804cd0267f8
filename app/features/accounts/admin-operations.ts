import { z } from 'zod'
import { idParam, managedUser, updateUserInput, usersQuery } from '#app/features/accounts/schema.ts'
import { auditEntry, auditQuery } from '#app/features/audit/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { paged } from '#app/operations/parts.ts'

export const listUsers = operation({
  id: 'listUsers',
  method: 'GET',
  path: '/api/users',
  access: { session: 'users:read' },
  limit: 'api_session',
  query: usersQuery,
  answers: { 200: z.object({ users: z.array(managedUser), ...paged }) },
  summary: 'Find accounts',
  description: 'The newest first.',
})

export const readUser = operation({
  id: 'readUser',
  method: 'GET',
  path: '/api/users/{id}',
  access: { session: 'users:read' },
  limit: 'api_session',
  params: idParam,
  answers: { 200: z.object({ user: managedUser }) },
  refuses: [404],
  summary: 'Read an account',
})

export const updateUser = operation({
  id: 'updateUser',
  method: 'PATCH',
  path: '/api/users/{id}',
  access: { session: 'users:write' },
  limit: 'api_session',
  params: idParam,
  body: updateUserInput,
  answers: { 200: z.object({ user: managedUser }) },
  refuses: ['proof_required', 404, 409],
  summary: 'Change the role of an account, disable or enable it',
  description:
    'Returns 403 for your own account, an account that is not below your role, and a role that is not below yours. An owner can change every other account. Returns 409 for the last owner. Needs a proof of identity from the last ten minutes.',
})

export const closeUserSessions = operation({
  id: 'closeUserSessions',
  method: 'DELETE',
  path: '/api/users/{id}/sessions',
  access: { session: 'users:write' },
  limit: 'api_session',
  params: idParam,
  answers: { 204: null },
  refuses: [404],
  summary: 'Sign somebody out everywhere',
})

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/api/audit',
  access: { session: 'audit:read' },
  limit: 'api_session',
  query: auditQuery,
  answers: { 200: z.object({ entries: z.array(auditEntry), ...paged }) },
  summary: 'Read the audit log',
  description: 'The newest first. Days are in UTC.',
})
