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
import { operationsAt, streamed } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const path = '/api/contact-form-submissions'
const onSubmissions = operationsAt(path, {})
const onSubmission = operationsAt(`${path}/{id}`, { params: submissionId, refuses: [404] })
const one = z.object({ submission })

export const sendMessage = onSubmissions('sendMessage', 'POST', {
  access: 'public',
  limit: 'contact',
  body: submissionInput,
  forms: true,
  confirmed: true,
  varying: ['altcha', 'cf-turnstile-response', 'mark'],
  answers: { 201: z.object({ submission: receipt }) },
  refuses: ['challenge_required', 'challenge_failed', 503],
  summary: 'Send a contact message',
  description:
    'Send JSON, or an HTML form without files, with the solution to the challenge. If the response is 503, nothing was stored.',
})

export const readChallenge = onSubmissions('readChallenge', 'GET /challenge', {
  access: 'session',
  answers: { 200: challengeOffer },
  summary: 'Get a challenge',
  description:
    'Each message needs its own challenge. A proof of work can be used once and expires after twenty minutes.',
})

export const listSubmissions = onSubmissions('listSubmissions', 'GET', {
  access: { session: 'contact:read' },
  query: inboxQuery,
  answers: { 200: z.object({ submissions: z.array(submission), counts: inboxCounts, ...pageFields }) },
  summary: 'List contact messages',
  description: 'Returns unread messages first, then other messages, each newest first. Senders are masked.',
})

export const changeSubmission = onSubmission('changeSubmission', 'PATCH', {
  access: { session: 'contact:write' },
  body: submissionChange,
  answers: { 200: one },
  summary: 'Change the status or note of a message',
})

export const deleteSubmission = onSubmission('deleteSubmission', 'DELETE', {
  access: { session: 'contact:write' },
  answers: { 204: null },
  summary: 'Delete a message',
})

export const revealSubmission = onSubmission('revealSubmission', 'POST /reveal', {
  access: { session: 'contact:read' },
  answers: { 200: one },
  summary: 'Reveal the sender of a message',
  description: 'Returns the message with its sender. The audit log records this.',
})

export const exportSubmissions = onSubmissions('exportSubmissions', 'GET /export', {
  access: { session: 'contact:read' },
  query: inboxExportQuery,
  answers: { 200: streamed({ 'text/csv': inboxFile }) },
  refuses: ['proof_required'],
  sends: ['Content-Disposition'],
  summary: 'Export contact messages',
  description:
    'Senders are unmasked, and the audit log records the export. The file is streamed. If the connection closes early, the export is incomplete. Requires a proof of identity from the last ten minutes.',
})
