import { z } from 'zod'
import { email, integerParam, time } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { normalizedText, singleLine } from '#app/primitives/text.ts'

/** Status of a message. Senders cannot set the status. */
export const submissionStatuses = ['unread', 'read', 'resolved', 'spam'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** Reasons to classify a message as spam. */
const spamReasons = ['honeypot', 'too_fast'] as const
export type SpamReason = (typeof spamReasons)[number]

/** Days after which messages with each status are deleted. Null keeps the messages. */
export const retentionDays: Readonly<Record<SubmissionStatus, number | null>> = {
  unread: null,
  read: 365,
  resolved: 365,
  spam: 30,
}

/** Minimum age of a form token at submission, and its lifetime, in milliseconds. */
export const MIN_FORM_AGE_MS = 3_000
export const FORM_TOKEN_LIFETIME_MS = 24 * 60 * 60_000

/** Length limits of the fields. */
export const fieldLimits = { name: 100, email: 254, subject: 150, leastMessage: 8, message: 5_000 } as const

const messageLength = `Use ${fieldLimits.leastMessage} to ${formatInteger(fieldLimits.message)} characters.`

/** Contact form submission. */
export const submissionInput = z
  .strictObject({
    name: z
      .string({ error: 'Enter your name.' })
      .max(1_000, { error: `Use at most ${fieldLimits.name} characters.`, abort: true })
      .overwrite(singleLine)
      .min(1, { error: 'Enter your name.' })
      .max(fieldLimits.name, { error: `Use at most ${fieldLimits.name} characters.` })
      .meta({ description: 'Name of the sender.', example: 'Ada Lovelace' }),
    email: email.meta({ description: 'Reply address.', example: 'ada@example.com' }),
    subject: z
      .string({ error: `Use at most ${fieldLimits.subject} characters.` })
      .max(1_000, { error: `Use at most ${fieldLimits.subject} characters.`, abort: true })
      .overwrite(singleLine)
      .max(fieldLimits.subject, { error: `Use at most ${fieldLimits.subject} characters.` })
      .optional()
      .meta({ description: 'Short subject.', example: 'A key for our server' }),
    message: z
      .string({ error: 'Write a message.' })
      .max(20_000, { error: messageLength, abort: true })
      .overwrite(normalizedText)
      .min(1, { error: 'Write a message.', abort: true })
      .min(fieldLimits.leastMessage, { error: messageLength })
      .max(fieldLimits.message, { error: messageLength })
      .meta({
        description: 'Message in plain text.',
        example: 'We would like to read the statistics of our server. Who do we ask for a key?',
      }),
    'cf-turnstile-response': z
      .string({ error: 'Send the token of the Turnstile widget.' })
      .max(2_048, { error: 'Use at most 2,048 characters.' })
      .optional()
      .meta({ description: 'Token of the Turnstile widget, if the provider is `turnstile`.' }),
    altcha: z
      .string({ error: 'Send the solved challenge in base64.' })
      .max(4_000, { error: 'Use at most 4,000 characters.' })
      .optional()
      .meta({ description: 'Solved challenge in base64, if the provider is `altcha`.' }),
    website: z
      .string({ error: 'Leave this empty.' })
      .max(2_000, { error: 'Leave this empty.' })
      .optional()
      .meta({ description: 'Trap for programs that fill in every field. Omit this field.' }),
    mark: z
      .string({ error: 'Send the form token from the challenge.' })
      .max(200, { error: 'Send the form token from the challenge.' })
      .optional()
      .meta({ description: 'Form token from the challenge. Optional.' }),
  })
  .meta({ id: 'SubmissionInput', description: 'Message to the site owner.' })

/** Response to a submission. */
export const receipt = z
  .object({ id: z.string(), created_at: time.meta({ description: 'Time of receipt.' }) })
  .meta({ id: 'Receipt', description: 'Receipt for a message.' })

const status = z.enum(submissionStatuses, { error: `Use one of: ${submissionStatuses.join(', ')}.` })

/** Message in the inbox. */
export const submission = z
  .object({
    id: z.string(),
    status: status.meta({ description: 'Status.', example: 'unread' }),
    name: z.string().meta({ description: 'Sender, masked unless revealed.', example: 'A. L.' }),
    email: z.string().meta({
      description: 'Reply address, masked unless revealed.',
      example: 'a•••@e•••.com',
    }),
    masked: z.boolean().meta({ description: 'True if the sender is masked.', example: true }),
    subject: z.string().nullable().meta({ description: 'Subject. Null if the message has no subject.' }),
    message: z.string().meta({ description: 'Message in plain text.', example: 'Who do we ask for a key?' }),
    note: z.string().nullable().meta({ description: 'Note by administrators.', example: null }),
    spam_reason: z.enum(spamReasons).nullable().meta({
      description: 'Reason why the message was automatically marked as spam. Otherwise null.',
      example: null,
    }),
    created_at: time.meta({ description: 'Time of receipt.' }),
    status_at: z.string().meta({ format: 'date-time', description: 'Time of the last status change.' }),
    updated_at: z.string().meta({ format: 'date-time' }).nullable(),
  })
  .meta({ id: 'Submission', description: 'Message from the contact form.' })

/** Filter of the inbox. */
export const inboxQuery = z.object({
  status: status
    .optional()
    .meta({ description: 'Only messages with this status. Default: all except spam.', example: 'unread' }),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** Number of messages per status. */
export const inboxCounts = z
  .object(
    Object.fromEntries(submissionStatuses.map((one) => [one, z.number().int()])) as Record<
      SubmissionStatus,
      z.ZodNumber
    >,
  )
  .meta({
    description: 'Number of messages per status.',
    example: { unread: 1, read: 4, resolved: 12, spam: 3 },
  })

/** Change to a message by an administrator. */
export const submissionChange = z
  .strictObject({
    status: status.optional(),
    note: z
      .string({ error: 'Enter text, or null.' })
      .max(2_000, { error: 'Use at most 2,000 characters.', abort: true })
      .overwrite(normalizedText)
      .nullable()
      .optional()
      .meta({ description: 'Note for other administrators. Null or empty text removes the note.' }),
  })
  .meta({ example: { status: 'resolved', note: 'Sent a key on Friday.' } })

export const submissionId = z.object({
  id: z.string().max(64).meta({ example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }),
})

export const inboxExportQuery = inboxQuery.pick({ status: true })

/** Columns of the inbox export. */
export const inboxColumns = [
  'id',
  'created_at',
  'status',
  'spam_reason',
  'name',
  'email',
  'subject',
  'message',
  'note',
] as const

export const inboxFile = z.string().meta({
  description: 'RFC 4180: a header row, then one row per message, oldest first. Senders are unmasked.',
  example: `${inboxColumns.join(',')}\r\n`,
})

export type SubmissionInput = z.output<typeof submissionInput>
export type Submission = z.output<typeof submission>
export type InboxQuery = z.output<typeof inboxQuery>
export type SubmissionChange = z.output<typeof submissionChange>
export type InboxCounts = Record<SubmissionStatus, number>

/** Form schemas for a message in the console. */
export const noteForm = z.object({ note: submissionChange.shape.note })
export const removeForm = z.object({
  sure: z.literal('yes', { error: 'Select the checkbox to confirm.' }),
})
