import { z } from 'zod'
import { integerParam, time } from '#app/primitives/schema.ts'

/** Everything that the audit log notes, with the sentence that says what happened. */
export const auditActions = {
  'session.opened': 'Signed in',
  'session.refused': 'Failed to sign in',
  'session.revoked': 'Ended a session',
  'session.ended': 'Signed out',
  'sessions.closed': 'Signed somebody out everywhere',
  'user.created': 'Made an account',
  'user.signed_up': 'Signed up',
  'site.set_up': 'Set up the site',
  'user.verified': 'Confirmed an e-mail address',
  'user.profile_changed': 'Changed a profile',
  'user.password_changed': 'Changed a password',
  'user.password_reset': 'Set a new password by mail',
  'user.role_changed': 'Changed a role',
  'user.disabled': 'Disabled an account',
  'user.enabled': 'Enabled an account',
  'user.exported': 'Exported the data of an account',
  'user.deleted': 'Deleted an account',
  'invitation.created': 'Invited a person',
  'invitation.revoked': 'Revoked an invitation',
  'invitation.accepted': 'Accepted an invitation',
  'identity.linked': 'Linked an identity',
  'identity.unlinked': 'Unlinked an identity',
  'settings.changed': 'Changed the settings of a guild',
  'guild.added': 'Added a guild',
  'guild.manager_added': 'Gave somebody a guild to manage',
  'guild.manager_removed': 'Took a guild from somebody who managed it',
  'command.created': 'Made a command',
  'command.changed': 'Changed a command',
  'command.deleted': 'Deleted a command',
  'commands.registered': 'Registered commands with Discord',
  'automation.created': 'Made an automation',
  'automation.changed': 'Changed an automation',
  'automation.deleted': 'Deleted an automation',
  'job.cancelled': 'Cancelled a job',
  'job.replayed': 'Had a job tried again',
  'integration.changed': 'Switched an integration',
  'entry.created': 'Made an entry',
  'entry.published': 'Published an entry',
  'entry.unpublished': 'Took an entry from the readers',
  'entry.scheduled': 'Scheduled an entry',
  'entry.unscheduled': 'Called off what was scheduled',
  'entry.archived': 'Archived an entry',
  'entry.reverted': 'Reverted an entry to its file',
  'entry.deleted': 'Deleted an entry',
  'entry.undeleted': 'Had a deleted entry back',
  'redirect.created': 'Made a redirect',
  'redirect.deleted': 'Deleted a redirect',
  'key.created': 'Made an API key',
  'key.rotated': 'Gave an API key a successor',
  'key.revoked': 'Revoked an API key',
  'key.refused': 'Refused API keys',
  'runner.refused': 'Refused runner tokens',
  'sign_in.throttled': 'Refused sign-ins over a limit',
  'stats.exported': 'Exported statistics',
  'stats.imported': 'Imported statistics',
  'media.uploaded': 'Uploaded an image',
  'media.changed': 'Changed what is said of an image',
  'media.deleted': 'Deleted an image',
  'mail.read': 'Read a message in the mailbox',
  'contact.changed': 'Changed a message of the contact form',
  'contact.deleted': 'Deleted a message of the contact form',
  'contact.revealed': 'Looked up the sender of a message',
  'contact.exported': 'Exported the messages of the contact form',
  'mail.retried': 'Had a message sent again',
  'agent.wrote': 'Wrote something through a browser tool',
} as const

export type AuditAction = keyof typeof auditActions
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** Through what somebody may have done something. */
const throughNames = ['agent', 'person'] as const

const day = z.iso.date({ error: 'Write a day as 2026-01-31.' })

/** What the list of audit rows can be narrowed by. `from` and `to` are days in UTC, both included. */
export const auditQuery = z.object({
  action: z.enum(auditActionNames, { error: 'There is no such action.' }).optional(),
  actor: z
    .string()
    .max(254)
    .optional()
    .meta({ description: 'The id of who did it, or a part of their name.' }),
  target: z
    .string()
    .max(254)
    .optional()
    .meta({ description: 'The id of whom it was done to, or a part of their name.' }),
  through: z
    .enum(throughNames, { error: `One of ${throughNames.join(', ')}.` })
    .optional()
    .meta({
      description: '`agent` for what came through a browser tool, `person` for what people did without one.',
    }),
  from: day.optional(),
  to: day.optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

const party = z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })

/** One thing that somebody did. */
export const auditEntry = z
  .object({
    id: z.string(),
    at: time,
    action: z.enum(auditActionNames),
    actor: party,
    target: party.nullable(),
    address: z.string().nullable(),
    request_id: z.string().nullable(),
    tool: z.string().nullable().meta({
      description: 'The browser tool that says that it made the call; null when none does.',
      example: 'publish_entry',
    }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, on whom, when, and from where.' })

export type AuditQuery = z.infer<typeof auditQuery>
export type AuditEntry = z.infer<typeof auditEntry>
