import { z } from 'zod'
import { roles } from '#app/access.ts'
import { connection, session, user } from '#app/features/accounts/schema.ts'
import { auditEntry } from '#app/features/audit/schema.ts'
import { conversation, message } from '#app/features/chat/schema.ts'
import { ownDraft } from '#app/features/cms/schema.ts'
import { submissionStatuses } from '#app/features/contact/schema.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { emailStatuses, type EmailStatus } from '#app/features/mail/schema.ts'
import { time } from '#app/primitives/schema.ts'

/** Schema of `time` without its example. */
const plainTime = z.string().meta({ format: 'date-time' })

/** Kinds of records that contain the name of their last editor. */
const signatureKinds = [
  'settings',
  'command',
  'automation',
  'integration',
  'entry',
  'revision',
  'redirect',
  'bot',
  'key_request',
] as const
export type SignatureKind = (typeof signatureKinds)[number]

const signed = z.object({
  of: z.enum(signatureKinds).meta({ description: 'Kind of the changed object.', example: 'command' }),
  id: z.string().meta({
    description:
      'Id of the object. Settings have the guild id, integrations have their name, and redirects have the old URL.',
  }),
  guild_id: z.string().nullable().meta({ description: 'Guild of the object. Null without one.' }),
  name: z.string().meta({ description: 'Name of the user at that time.' }),
  at: time,
})

const sentMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string().nullable(),
  message: z.string().meta({ description: 'Text of the message.', example: 'Who do we ask for a key?' }),
  status: z.enum(submissionStatuses),
  note: z.string().nullable().meta({ description: 'Note by administrators.', example: null }),
  created_at: time,
})

/** Schema of all data about the actor, except hashes. */
export const accountExport = z.object({
  format: z.literal('signpost-account'),
  version: z.literal(1),
  exported_at: time,
  user: user.extend({
    email_verified_at: plainTime
      .nullable()
      .meta({ description: 'Time at which the address was confirmed, or null.' }),
  }),
  connections: z.array(
    connection.extend({
      provider_user_id: z.string().meta({ description: 'Id at the provider.', example: '583231' }),
    }),
  ),
  sessions: z.array(
    session.extend({
      method: z.string().meta({ description: '`password`, or the provider.', example: 'password' }),
      proved_at: plainTime.meta({ description: 'Time of the last proof by password or provider.' }),
      expires_at: time.meta({ description: 'Time of expiry.' }),
    }),
  ),
  links: z
    .array(
      z.object({
        purpose: z.string().meta({ description: 'Purpose.', example: 'reset_password' }),
        expires_at: time.meta({ description: 'Time of expiry.' }),
      }),
    )
    .meta({ description: 'Valid links in emails, without their tokens.' }),
  signups: z
    .array(
      z.object({
        name: z.string(),
        expires_at: time.meta({ description: 'Time until which the sign-up can be confirmed.' }),
      }),
    )
    .meta({ description: 'Pending sign-ups with the confirmed address.' }),
  invitations: z
    .array(
      z.object({
        sent: z.boolean().meta({
          description: 'True if the account sent the invitation, or false if the account received it.',
        }),
        email: z.string(),
        role: z.enum(roles),
        guild_id: z.string().nullable(),
        expires_at: time.meta({ description: 'When the invitation expires.' }),
      }),
    )
    .meta({
      description: 'Pending invitations to the confirmed address, and pending invitations from the account.',
    }),
  claims: z
    .array(
      z.object({
        guild_id: z.string(),
        name: z.string().meta({ example: 'Harbour' }),
        created_at: plainTime.meta({ description: 'Time of the claim.' }),
        checked_at: plainTime.meta({ description: 'Time of the last check at Discord.' }),
        suspended_at: plainTime.nullable().meta({ description: 'Time of the suspension, or null.' }),
      }),
    )
    .meta({ description: 'Servers that the account has claimed.' }),
  guilds: z
    .array(
      z.object({
        guild_id: z.string(),
        name: z.string().meta({ description: 'Name of the guild.', example: 'Analysts' }),
        created_at: time.meta({ description: 'Time at which the account became a manager.' }),
      }),
    )
    .meta({ description: 'Guilds that the account manages.' }),
  conversations: z
    .array(
      conversation.extend({ messages: z.array(message).meta({ description: 'All messages in order.' }) }),
    )
    .meta({ description: 'Chat conversations.' }),
  drafts: z.array(ownDraft).meta({ description: 'Unsaved editor input, newest first.' }),
  entries: z
    .array(z.object({ id: z.string(), type: z.enum(entryTypes), slug: z.string(), created_at: time }))
    .meta({ description: 'Entries that the account created.' }),
  media: z
    .array(
      z.object({
        id: z.string(),
        url: z.string().meta({ description: 'Path on the site.', example: '/media/0f.png' }),
        name: z.string().meta({ description: 'Filename.', example: 'stripes.png' }),
        alt: z.string().meta({ description: 'Description.', example: 'Stripes' }),
        created_at: time,
      }),
    )
    .meta({ description: 'Images that the account uploaded.' }),
  signed: z.array(signed).meta({ description: 'Objects that this account was the last to change.' }),
  notices_seen_at: plainTime
    .nullable()
    .meta({ description: 'Time at which the notices were last seen, or null.' }),
  emails: z
    .array(
      z.object({
        kind: z.string().meta({ description: 'Kind of email.', example: 'password_changed' }),
        status: z.enum(Object.keys(emailStatuses) as [EmailStatus, ...EmailStatus[]]),
        created_at: time,
        settled_at: plainTime
          .nullable()
          .meta({ description: 'Time at which the email was sent or failed, or null.' }),
      }),
    )
    .meta({ description: 'Emails to the address, without their text.' }),
  messages: z.array(sentMessage).meta({
    description: 'Contact messages from the confirmed address of the account.',
  }),
  calls: z
    .array(
      z.object({
        operation: z.string().meta({ description: 'Operation.', example: 'createEntry' }),
        status: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'Status of the response. Null while in progress.' }),
        started_at: time.meta({ description: 'Time of the call.' }),
        expires_at: time.meta({ description: 'Time at which the response will be deleted.' }),
      }),
    )
    .meta({ description: 'Writes with an Idempotency-Key, whose responses are stored encrypted.' }),
  audit: z.array(auditEntry),
})

export type AccountExport = z.infer<typeof accountExport>
