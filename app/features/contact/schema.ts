import { z } from 'zod'
import { email, integerParam, time } from '#app/primitives/schema.ts'

/** How a message stands. Who sends one has no say in it. */
export const submissionStatuses = ['unread', 'read', 'resolved', 'spam'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

/** Why a message came in as spam. */
const spamReasons = ['honeypot', 'too_fast'] as const
export type SpamReason = (typeof spamReasons)[number]

/** After how many days in a status a message is deleted; what nobody has read is kept. */
export const retentionDays: Readonly<Record<SubmissionStatus, number | null>> = {
  unread: null,
  read: 365,
  resolved: 365,
  spam: 30,
}

/** A form must not come back sooner than this many milliseconds after its mark, and a mark says nothing after a day. */
export const MIN_FORM_AGE_MS = 3_000
export const FORM_TOKEN_LIFETIME_MS = 24 * 60 * 60_000

/** No line of its own, and no sign that cannot be seen: what stands in a subject stays there. */
const singleLine = (text: string) => text.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
/** Lines end in one way; signs that no text has go. */
const normalizedText = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim()

/** How long each field may be, for the form and for whoever describes it. */
export const fieldLimits = { name: 100, email: 254, subject: 150, leastMessage: 8, message: 5_000 } as const

const messageLength = `From ${fieldLimits.leastMessage} to ${fieldLimits.message.toLocaleString('en-GB')} characters.`

/** What somebody sends through the contact form. */
export const submissionInput = z
  .strictObject({
    name: z
      .string({ error: 'Enter your name.' })
      .max(1_000, { error: `Use at most ${fieldLimits.name} characters.`, abort: true })
      .overwrite(singleLine)
      .min(1, { error: 'Enter your name.' })
      .max(fieldLimits.name, { error: `Use at most ${fieldLimits.name} characters.` })
      .meta({ description: 'Who writes.', example: 'Ada Lovelace' }),
    email: email.meta({ description: 'Where an answer goes.', example: 'ada@example.com' }),
    subject: z
      .string({ error: `Use at most ${fieldLimits.subject} characters.` })
      .max(1_000, { error: `Use at most ${fieldLimits.subject} characters.`, abort: true })
      .overwrite(singleLine)
      .max(fieldLimits.subject, { error: `Use at most ${fieldLimits.subject} characters.` })
      .optional()
      .meta({ description: 'What it is about, in a few words.', example: 'A key for our server' }),
    message: z
      .string({ error: 'Write a message.' })
      .max(20_000, { error: messageLength, abort: true })
      .overwrite(normalizedText)
      .min(1, { error: 'Write a message.', abort: true })
      .min(fieldLimits.leastMessage, { error: messageLength })
      .max(fieldLimits.message, { error: messageLength })
      .meta({
        description: 'The message, in plain text.',
        example: 'We would like to read the statistics of our server. Whom do we ask for a key?',
      }),
    'cf-turnstile-response': z
      .string({ error: 'What the widget of Turnstile gave.' })
      .max(2_048, { error: 'This is too long.' })
      .optional()
      .meta({ description: 'What Turnstile’s widget gave, where the provider is `turnstile`.' }),
    altcha: z
      .string({ error: 'The solution in base64.' })
      .max(4_000, { error: 'This is too long.' })
      .optional()
      .meta({ description: 'The solved challenge in base64, where the provider is `altcha`.' }),
    website: z
      .string({ error: 'Leave this empty.' })
      .max(2_000, { error: 'Leave this empty.' })
      .optional()
      .meta({ description: 'A trap for programs that fill in everything: leave it out.' }),
    mark: z
      .string({ error: 'The mark as it was given.' })
      .max(200, { error: 'The mark as it was given.' })
      .optional()
      .meta({ description: 'The mark that came with the challenge. Not needed.' }),
  })
  .meta({ id: 'SubmissionInput', description: 'A message to whoever runs this site.' })

/** What the sender gets back. */
export const receipt = z
  .object({ id: z.string(), created_at: time.meta({ description: 'When it came in.' }) })
  .meta({ id: 'Receipt', description: 'That a message came in.' })

const status = z.enum(submissionStatuses, { error: `One of ${submissionStatuses.join(', ')}.` })

/** A message in the inbox. */
export const submission = z
  .object({
    id: z.string(),
    status: status.meta({ description: 'How it stands.', example: 'unread' }),
    name: z.string().meta({ description: 'Who wrote, shortened unless it was asked for.', example: 'A. L.' }),
    email: z.string().meta({
      description: 'Where an answer goes, masked unless it was asked for.',
      example: 'a•••@e•••.com',
    }),
    masked: z.boolean().meta({ description: 'True where the sender is not shown in full.', example: true }),
    subject: z.string().nullable().meta({ description: 'What it is about; null when nothing was given.' }),
    message: z
      .string()
      .meta({ description: 'The message, in plain text.', example: 'Whom do we ask for a key?' }),
    note: z.string().nullable().meta({ description: 'What administrators noted.', example: null }),
    spam_reason: z
      .enum(spamReasons)
      .nullable()
      .meta({ description: 'Why it came in as spam; null when it did not.', example: null }),
    created_at: time.meta({ description: 'When it came in.' }),
    status_at: z.string().meta({ format: 'date-time', description: 'Since when it stands so.' }),
    updated_at: z.string().meta({ format: 'date-time' }).nullable(),
  })
  .meta({ id: 'Submission', description: 'A message that came in through the contact form.' })

/** What the inbox can be narrowed by. */
export const inboxQuery = z.object({
  status: status.optional().meta({ description: 'Only these; all but spam if left out.', example: 'unread' }),
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})

/** How many messages stand in each status. */
export const inboxCounts = z
  .object(
    Object.fromEntries(submissionStatuses.map((one) => [one, z.number().int()])) as Record<
      SubmissionStatus,
      z.ZodNumber
    >,
  )
  .meta({
    description: 'How many stand in each status.',
    example: { unread: 1, read: 4, resolved: 12, spam: 3 },
  })

/** What an administrator changes of a message. */
export const submissionChange = z
  .strictObject({
    status: status.optional(),
    note: z
      .string({ error: 'A text, or null.' })
      .max(2_000, { error: 'Use at most 2,000 characters.' })
      .overwrite(normalizedText)
      .nullable()
      .optional()
      .meta({ description: 'A note for other administrators; null or an empty one takes it away.' }),
  })
  .meta({ example: { status: 'resolved', note: 'Sent a key on Friday.' } })

export const submissionId = z.object({
  id: z.string().max(64).meta({ example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }),
})

export const inboxExportQuery = inboxQuery.pick({ status: true })

/** The columns of the inbox as a file. */
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
  description: 'RFC 4180: a line of names, then one row a message, the oldest first. Senders are in full.',
  example: `${inboxColumns.join(',')}\r\n`,
})

export type SubmissionInput = z.output<typeof submissionInput>
export type Submission = z.output<typeof submission>
export type InboxQuery = z.output<typeof inboxQuery>
export type SubmissionChange = z.output<typeof submissionChange>
export type InboxCounts = Record<SubmissionStatus, number>

/** What the forms of a message in the console send. */
export const noteForm = z.object({ note: submissionChange.shape.note })
export const removeForm = z.object({
  sure: z.literal('yes', { error: 'Tick the box to delete the message.' }),
})
