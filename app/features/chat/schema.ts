import { z } from 'zod'
import { chatLimits, SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import { integerParam, time } from '#app/primitives/schema.ts'

const messageStatuses = ['streaming', 'complete', 'stopped', 'failed'] as const

/** What an answer may fail of. */
const failures = [
  'interrupted',
  'search_failed',
  'provider_unauthorized',
  'provider_rate_limited',
  'provider_failed',
  'provider_timeout',
  'provider_cut',
  'provider_unreadable',
  'provider_too_large',
] as const
export type FailureCode = (typeof failures)[number]

const conversationId = z
  .string()
  .meta({ description: 'The id of the conversation.', example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' })
const messageId = z
  .string()
  .meta({ description: 'The id of the answer.', example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1D' })

export const model = z
  .object({
    id: z.string().meta({ description: 'What `model` takes.', example: SITE_SEARCH }),
    name: z.string().meta({ example: 'Site search' }),
    description: z.string().meta({ example: 'Quotes the published pages.' }),
    default: z
      .boolean()
      .meta({ description: 'True for the one that answers where none is named.', example: true }),
    is_external: z.boolean().meta({
      description: 'True where questions are sent to another service.',
      example: false,
    }),
  })
  .meta({ id: 'ChatModel', description: 'Something that answers.' })

export const conversation = z
  .object({
    id: conversationId,
    title: z.string().meta({ example: 'How do I make an API key?' }),
    message_count: z.number().int().meta({ description: 'Questions and answers together.', example: 2 }),
    running_message_id: messageId
      .nullable()
      .meta({ description: 'The answer that is being written; null when none is.' }),
    created_at: time,
    updated_at: time.meta({ description: 'When something was last asked or answered in it.' }),
  })
  .meta({ id: 'Conversation', description: 'Questions and answers that belong together.' })

const citation = z
  .object({
    n: z.number().int().meta({ description: 'The number that stands in the text as `[1]`.', example: 1 }),
    title: z.string().meta({ description: 'The title of the page.', example: 'External API' }),
    url: z.string().meta({
      format: 'uri',
      description: 'The address of the page, with the heading where there is one.',
      example: 'https://signpost.example.org/docs/external-api#keys',
    }),
    heading: z
      .string()
      .meta({ description: 'The heading of the part, or the title again.', example: 'Keys' }),
    snippet: z.string().meta({
      description: 'How the quoted part begins, as plain text.',
      example: 'A key belongs to one guild and carries scopes.',
    }),
  })
  .meta({ id: 'Citation', description: 'Where something that an answer says stands.' })

const fault = z.object({
  error: z.string().meta({ description: 'A sentence for a person.', example: 'The model does not answer.' }),
  code: z.enum(failures).meta({ description: 'The machine word. More may be added.' }),
})

const usage = z.object({
  input_tokens: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Tokens that the model read.', example: 812 }),
  output_tokens: z.number().int().nullable().meta({ description: 'Tokens that it wrote.', example: 64 }),
})

export const message = z
  .object({
    id: z.string(),
    conversation_id: conversationId,
    role: z.enum(['user', 'assistant']).meta({ description: 'Who says it.' }),
    model: z
      .string()
      .nullable()
      .meta({ description: 'The model that answers; null for a question.', example: SITE_SEARCH }),
    content: z.string().meta({
      description: 'The text; that of an answer is Markdown. As much as there is while it is being written.',
      example: 'This is what the published pages say about it.',
    }),
    citations: z.array(citation).meta({ description: 'What the answer refers to.' }),
    status: z.enum(messageStatuses).meta({ description: 'How it stands; a question is `complete`.' }),
    error: fault.nullable().meta({ description: 'Why it failed; null unless it did.' }),
    usage: usage.nullable().meta({ description: 'What it took, where the model says so.' }),
    last_event_id: z.number().int().nullable().meta({
      description: 'The last event that `content` has. Send it as `Last-Event-ID` to hear the rest.',
      example: 4,
    }),
    created_at: time,
    finished_at: time.nullable().meta({ description: 'When it ended; null while it is being written.' }),
  })
  .meta({ id: 'ChatMessage', description: 'A question, or an answer.' })

/** What a reader may send is kept as it is, but for signs that no text has. */
const written = (most: number, what: string) =>
  z
    .string({ error: what })
    .transform((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Surrogate}]/gu, '')
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, { error: what })
        .max(most, { error: `At most ${most} characters.` }),
    )

const title = written(chatLimits.title, 'Give it a title.').meta({ example: 'API keys' })

export const conversationInput = z
  .strictObject({ title: title.optional() })
  .meta({ example: { title: 'API keys' } })
export const renameInput = z.strictObject({ title }).meta({ example: { title: 'API keys' } })

const reference = (what: string) => z.string().min(1).max(100).optional().meta({ description: what })

/** A question, or the answer that is to be tried again. */
export const askInput = z
  .strictObject({
    conversation_id: reference('The conversation to go on with; a new one if left out.'),
    message: written(chatLimits.question, 'Write a question.')
      .optional()
      .meta({ description: `What is asked, up to ${chatLimits.question} characters.` }),
    model: reference('The model that should answer; the default one if left out.'),
    retry_of: reference(
      'Instead of a question: the last answer of its conversation, to be replaced by another.',
    ),
  })
  .refine(({ message, retry_of }) => (message === undefined) !== (retry_of === undefined), {
    error: 'Send either a question or the answer to try again.',
    path: ['message'],
  })
  .refine(({ conversation_id, retry_of }) => !(conversation_id && retry_of), {
    error: 'An answer has its conversation already.',
    path: ['conversation_id'],
  })
  .meta({ example: { message: 'How do I make an API key?' } })

export const exportQuery = z.object({
  format: z
    .enum(['markdown', 'json'], { error: 'markdown or json.' })
    .default('markdown')
    .meta({ description: 'What the file is written in.', example: 'markdown' }),
})

export type Model = z.output<typeof model>
export type Conversation = z.output<typeof conversation>
export type Message = z.output<typeof message>
export type Citation = z.output<typeof citation>
export type Fault = z.output<typeof fault>
export type Usage = z.output<typeof usage>
export type Ask = z.output<typeof askInput>

/** What a model makes, piece by piece. */
export type AnswerPiece = { text: string } | { citation: Citation } | { usage: Usage }

/** The part of a list that is asked for. */
export const listQuery = z.object({
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})
export type ListQuery = z.output<typeof listQuery>

/** A question as the form of the page sends it. */
export const questionForm = z.object({
  message: written(chatLimits.question, 'Write a question.'),
  model: z.string().max(100).optional(),
})
