import { z } from 'zod'
import { integerParam, type Sorted, sortParams, time } from '#app/primitives/schema.ts'

/** Actions of the audit log, with a description of each. */
export const auditActions = {
  'session.opened': 'Signed in',
  'session.refused': 'Failed to sign in',
  'session.revoked': 'Ended a session',
  'session.ended': 'Signed out',
  'sessions.closed': 'Ended all of a user’s sessions',
  'user.created': 'Created an account',
  'user.signed_up': 'Signed up',
  'site.set_up': 'Set up the site',
  'site.changed': 'Changed the site settings',
  'user.verified': 'Confirmed an email address',
  'user.profile_changed': 'Changed a profile',
  'user.password_changed': 'Changed a password',
  'user.password_reset': 'Reset a password by email',
  'user.role_changed': 'Changed a role',
  'user.disabled': 'Disabled an account',
  'user.enabled': 'Enabled an account',
  'user.exported': 'Exported an account’s data',
  'user.deleted': 'Deleted an account',
  'invitation.created': 'Invited a person',
  'invitation.revoked': 'Revoked an invitation',
  'invitation.accepted': 'Accepted an invitation',
  'identity.linked': 'Linked an identity',
  'identity.unlinked': 'Unlinked an identity',
  'settings.changed': 'Changed a server’s settings',
  'bot.connected': 'Connected a bot',
  'bot.changed': 'Changed the bot’s application at Discord',
  'bot.disconnected': 'Disconnected the bot',
  'guild.added': 'Added a server',
  'guild.joined': 'The bot joined a server',
  'guild.left': 'The bot left a server',
  'guild.approved': 'Approved a server',
  'guild.unapproved': 'Withdrew the approval of a server',
  'guild.blocked': 'Blocked a server',
  'guild.unblocked': 'Unblocked a server',
  'guild.deleted': 'Deleted the data of a server',
  'guild.policy_changed': 'Changed the policy for new servers',
  'guild.manager_added': 'Added a server manager',
  'guild.manager_removed': 'Removed a server manager',
  'guild.claimed': 'Claimed a server',
  'guild.claim_released': 'Gave up the claim of a server',
  'guild.claim_suspended': 'Suspended the claim of a server',
  'guild.claim_restored': 'Restored the claim of a server',
  'command.created': 'Created a command',
  'command.changed': 'Changed a command',
  'command.deleted': 'Deleted a command',
  'commands.registered': 'Registered commands with Discord',
  'automation.created': 'Created an automation',
  'automation.changed': 'Changed an automation',
  'automation.deleted': 'Deleted an automation',
  'automation.run': 'Ran an automation',
  'job.cancelled': 'Cancelled a job',
  'job.replayed': 'Retried a job',
  'integration.changed': 'Enabled or disabled an integration',
  'entry.created': 'Created an entry',
  'entry.published': 'Published an entry',
  'entry.unpublished': 'Unpublished an entry',
  'entry.scheduled': 'Scheduled an entry',
  'entry.unscheduled': 'Cancelled a schedule',
  'entry.archived': 'Archived an entry',
  'entry.reverted': 'Reverted an entry to its file',
  'entry.deleted': 'Deleted an entry',
  'entry.undeleted': 'Restored a deleted entry',
  'entry.unarchived': 'Restored an archived entry',
  'redirect.created': 'Created a redirect',
  'redirect.deleted': 'Deleted a redirect',
  'key.created': 'Created an API key',
  'key.rotated': 'Rotated an API key',
  'key.revoked': 'Revoked an API key',
  'key.expiry_changed': 'Set an earlier expiry for an API key',
  'key.requested': 'Requested an API key',
  'key.request_cancelled': 'Cancelled a request for an API key',
  'key.request_declined': 'Declined a request for an API key',
  'key.request_granted': 'Granted a request for an API key',
  'key.refused': 'Rejected API keys',
  'runner.refused': 'Rejected runner tokens',
  'sign_in.throttled': 'Throttled sign-ins',
  'stats.exported': 'Exported statistics',
  'stats.imported': 'Imported statistics',
  'media.uploaded': 'Uploaded an image',
  'media.changed': 'Changed an image description',
  'media.deleted': 'Deleted an image',
  'mail.read': 'Read an email in the mailbox',
  'contact.changed': 'Changed a contact message',
  'contact.deleted': 'Deleted a contact message',
  'contact.revealed': 'Looked up the sender of a contact message',
  'contact.exported': 'Exported contact messages',
  'mail.retried': 'Resent an email',
  'agent.wrote': 'Made a change with a browser tool',
} as const

export type AuditAction = keyof typeof auditActions
type ResourceOf<Action> = Action extends `${infer Resource}.${string}` ? Resource : never

/** Groups of the actions, by the part of their name before the dot. */
const resourceNames: Record<ResourceOf<AuditAction>, string> = {
  session: 'Sign-in and sessions',
  sessions: 'Sign-in and sessions',
  sign_in: 'Sign-in and sessions',
  user: 'Accounts',
  identity: 'Accounts',
  invitation: 'Accounts',
  site: 'Site',
  entry: 'Content',
  redirect: 'Content',
  media: 'Media',
  contact: 'Inbox',
  mail: 'Email',
  bot: 'Bot and runners',
  runner: 'Bot and runners',
  guild: 'Servers',
  settings: 'Servers',
  integration: 'Servers',
  command: 'Commands',
  commands: 'Commands',
  automation: 'Automations and jobs',
  job: 'Automations and jobs',
  stats: 'Statistics',
  key: 'API keys',
  agent: 'Browser tools',
}

/** Returns the group of an action, such as “Accounts”. */
export const resourceOf = (action: AuditAction): string =>
  resourceNames[action.split('.')[0] as ResourceOf<AuditAction>]

export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

/** Ways to perform an action: through an agent or in person. */
const throughNames = ['agent', 'person'] as const

const day = z.iso.date({ error: 'Enter a date such as 2026-01-31.' })

/** Filters for the audit log. `from` and `to` are inclusive days in UTC. */
export const auditQuery = z.object({
  action: z
    .enum(auditActionNames, { error: 'This action does not exist. Use an action from the list.' })
    .optional(),
  actor: z.string().max(254).optional().meta({ description: 'Id of the actor, or part of their name.' }),
  target: z.string().max(254).optional().meta({ description: 'Id of the target, or part of its name.' }),
  through: z
    .enum(throughNames, { error: `Use one of: ${throughNames.join(', ')}.` })
    .optional()
    .meta({
      description: '`agent` for actions through a browser tool, `person` for actions without one.',
    }),
  from: day.optional(),
  to: day.optional(),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** Column that sorts the audit log in the console. */
export const auditSort = sortParams(['at'])

const party = z.object({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() })

/** Entry of the audit log. */
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
      description: 'Browser tool that made the call. Null if no tool was used.',
      example: 'publish_entry',
    }),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry', description: 'An action with its actor, target, time and origin.' })

export type AuditQuery = z.infer<typeof auditQuery>
export type AuditSort = Sorted<'at'>
export type AuditEntry = z.infer<typeof auditEntry>
