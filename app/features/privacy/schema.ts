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

/** Without the example of `time`. */
const plainTime = z.string().meta({ format: 'date-time' })

/** What carries the name of who changed it. */
const signatureKinds = [
  'settings',
  'command',
  'automation',
  'integration',
  'entry',
  'revision',
  'redirect',
] as const
export type SignatureKind = (typeof signatureKinds)[number]

const signed = z.object({
  of: z.enum(signatureKinds).meta({ description: 'What was changed.', example: 'command' }),
  id: z.string().meta({
    description: 'Of settings the guild, of an integration its name, of a redirect the old address.',
  }),
  guild_id: z.string().nullable().meta({ description: 'Null for what belongs to no guild.' }),
  name: z.string().meta({ description: 'The name that it carries, as it was then.' }),
  at: time,
})

const sentMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.string().nullable(),
  message: z.string().meta({ description: 'The message.', example: 'Whom do we ask for a key?' }),
  status: z.enum(submissionStatuses),
  note: z.string().nullable().meta({ description: 'What administrators noted.', example: null }),
  created_at: time,
})

/** Everything that the service holds on the one who asks, but for hashes. */
export const accountExport = z.object({
  format: z.literal('signpost-account'),
  version: z.literal(1),
  exported_at: time,
  user: user.extend({
    email_verified_at: plainTime
      .nullable()
      .meta({ description: 'When the address was confirmed; null before.' }),
  }),
  connections: z.array(
    connection.extend({
      provider_user_id: z.string().meta({ description: 'The id at the provider.', example: '583231' }),
    }),
  ),
  sessions: z.array(
    session.extend({
      method: z.string().meta({ description: '`password`, or the provider.', example: 'password' }),
      proved_at: plainTime.meta({ description: 'When the password or the provider proved it last.' }),
      expires_at: time.meta({ description: 'When it ends.' }),
    }),
  ),
  links: z
    .array(
      z.object({
        purpose: z.string().meta({ description: 'What it is for.', example: 'reset_password' }),
        expires_at: time.meta({ description: 'Until when it works.' }),
      }),
    )
    .meta({ description: 'Links in letters that still work, without their tokens.' }),
  signups: z
    .array(
      z.object({
        name: z.string(),
        expires_at: time.meta({ description: 'Until when it can be confirmed.' }),
      }),
    )
    .meta({ description: 'Sign-ups with the confirmed address that nobody has confirmed.' }),
  invitations: z
    .array(
      z.object({
        sent: z.boolean().meta({ description: 'True when the account sent it, false when it received it.' }),
        email: z.string(),
        role: z.enum(roles),
        guild_id: z.string().nullable(),
        expires_at: time.meta({ description: 'When the invitation expires.' }),
      }),
    )
    .meta({ description: 'Pending invitations to the confirmed address, and those that the account sent.' }),
  guilds: z
    .array(
      z.object({
        guild_id: z.string(),
        name: z.string().meta({ description: 'The name of the guild.', example: 'Analysts' }),
        created_at: time.meta({ description: 'Since when.' }),
      }),
    )
    .meta({ description: 'The guilds that an administrator gave the account to manage.' }),
  conversations: z
    .array(
      conversation.extend({ messages: z.array(message).meta({ description: 'All of them, in order.' }) }),
    )
    .meta({ description: 'What was asked and answered in the chat.' }),
  drafts: z
    .array(ownDraft)
    .meta({ description: 'What was typed into the editor and never saved, the last first.' }),
  entries: z
    .array(z.object({ id: z.string(), type: z.enum(entryTypes), slug: z.string(), created_at: time }))
    .meta({ description: 'The entries of the content that the account has begun.' }),
  media: z
    .array(
      z.object({
        id: z.string(),
        url: z.string().meta({ description: 'The address below the site.', example: '/media/0f.png' }),
        name: z.string().meta({ description: 'The name of the file.', example: 'stripes.png' }),
        alt: z.string().meta({ description: 'What was said of it.', example: 'Stripes' }),
        created_at: time,
      }),
    )
    .meta({ description: 'The images that the account uploaded.' }),
  signed: z.array(signed).meta({ description: 'What says that this account has changed it.' }),
  notices_seen_at: plainTime
    .nullable()
    .meta({ description: 'Up to when the notices were seen; null for never.' }),
  letters: z
    .array(
      z.object({
        kind: z.string().meta({ description: 'What the letter is.', example: 'password_changed' }),
        status: z.enum(Object.keys(emailStatuses) as [EmailStatus, ...EmailStatus[]]),
        created_at: time,
        settled_at: plainTime.nullable().meta({ description: 'When it was sent or given up; null before.' }),
      }),
    )
    .meta({ description: 'The letters to the address that are noted, without what they say.' }),
  messages: z.array(sentMessage).meta({
    description:
      'What came through the contact form from the address of the account, once that is confirmed.',
  }),
  calls: z
    .array(
      z.object({
        operation: z.string().meta({ description: 'The operation.', example: 'createEntry' }),
        status: z.number().int().nullable().meta({ description: 'Of the answer; null while it runs.' }),
        started_at: time.meta({ description: 'When it was called.' }),
        expires_at: time.meta({ description: 'When it is forgotten.' }),
      }),
    )
    .meta({ description: 'Writes with an Idempotency-Key, whose answers are kept sealed with it.' }),
  audit: z.array(auditEntry),
})

export type AccountExport = z.infer<typeof accountExport>
