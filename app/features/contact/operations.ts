import { z } from 'zod'
import { challengeOffer } from '#app/features/contact/challenge.ts'
import {
  inboxCounts,
  inboxExportQuery,
  inboxFile,
  inboxQuery,
  receipt,
  submission,
  submissionChange,
  submissionId,
  submissionInput,
} from '#app/features/contact/schema.ts'
import { operation, streamed } from '#app/operations/operation.ts'
import { paged } from '#app/operations/parts.ts'

const path = '/api/contact-form-submissions'
const one = z.object({ submission })

export const sendMessage = operation({
  id: 'sendMessage',
  method: 'POST',
  path,
  access: 'public',
  limit: 'contact',
  body: submissionInput,
  forms: true,
  confirmed: true,
  varying: ['altcha', 'cf-turnstile-response', 'mark'],
  answers: { 201: z.object({ submission: receipt }) },
  refuses: ['challenge_required', 'challenge_failed', 503],
  summary: 'Send a message to whoever runs this site',
  description:
    'In JSON or as a form of HTML without files. What the challenge asks for comes with it. With 503 nothing was kept.',
})

export const readChallenge = operation({
  id: 'readChallenge',
  method: 'GET',
  path: `${path}/challenge`,
  access: 'session',
  limit: 'api_session',
  answers: { 200: challengeOffer },
  summary: 'See what a message has to bring',
  description: 'Made for one message: a proof of work counts once and for twenty minutes.',
})

export const listSubmissions = operation({
  id: 'listSubmissions',
  method: 'GET',
  path,
  access: { session: 'contact:read' },
  limit: 'api_session',
  query: inboxQuery,
  answers: { 200: z.object({ submissions: z.array(submission), counts: inboxCounts, ...paged }) },
  summary: 'Read the inbox of the contact form',
  description: 'What nobody has read comes first, then the newest. Senders are masked.',
})

export const changeSubmission = operation({
  id: 'changeSubmission',
  method: 'PATCH',
  path: `${path}/{id}`,
  access: { session: 'contact:write' },
  limit: 'api_session',
  params: submissionId,
  body: submissionChange,
  answers: { 200: one },
  refuses: [404],
  summary: 'Mark a message, or write a note on it',
})

export const deleteSubmission = operation({
  id: 'deleteSubmission',
  method: 'DELETE',
  path: `${path}/{id}`,
  access: { session: 'contact:write' },
  limit: 'api_session',
  params: submissionId,
  answers: { 204: null },
  refuses: [404],
  summary: 'Delete a message for good',
})

export const revealSubmission = operation({
  id: 'revealSubmission',
  method: 'POST',
  path: `${path}/{id}/reveal`,
  access: { session: 'contact:read' },
  limit: 'api_session',
  params: submissionId,
  answers: { 200: one },
  refuses: [404],
  summary: 'See who sent a message',
  description: 'The message with its sender in full. The audit log notes who asked.',
})

export const exportSubmissions = operation({
  id: 'exportSubmissions',
  method: 'GET',
  path: `${path}/export`,
  access: { session: 'contact:read' },
  limit: 'api_session',
  query: inboxExportQuery,
  answers: { 200: streamed({ 'text/csv': inboxFile }) },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Take the inbox as a file',
  description:
    'Senders are in full, and the audit log records the export. The file is streamed. If the connection ends early, the export failed. Needs a proof of identity from the last ten minutes.',
})
