import { z } from 'zod'
import { chatLimits, SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import { integerParam, time } from '#app/primitives/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'

const messageStatuses = ['streaming', 'complete', 'stopped', 'failed'] as const

/** Error codes of answers. */
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

export const conversationId = z
  .string()
  .meta({ description: 'Id of the conversation.', example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' })
export const messageId = z
  .string()
  .meta({ description: 'Id of the answer.', example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1D' })

export const model = z
  .object({
    id: z.string().meta({ description: 'Value for `model`.', example: SITE_SEARCH }),
    name: z.string().meta({ example: 'Search with quotes' }),
    description: z.string().meta({ example: 'Quotes the best matching passage.' }),
    default: z.boolean().meta({ description: 'True for the default model.', example: true }),
    is_external: z.boolean().meta({
      description: 'True if questions are sent to another service.',
      example: false,
    }),
  })
  .meta({ id: 'ChatModel', description: 'A model that writes answers.' })

export const conversation = z
  .object({
    id: conversationId,
    title: z.string().meta({ example: 'How do I create an API key?' }),
    message_count: z.number().int().meta({ description: 'Number of questions and answers.', example: 2 }),
    running_message_id: messageId
      .nullable()
      .meta({ description: 'Answer in progress. Null if there is none.' }),
    created_at: time,
    updated_at: time.meta({ description: 'Time of the last question or answer.' }),
  })
  .meta({ id: 'Conversation', description: 'A series of questions and answers.' })

const citation = z
  .object({
    n: z.number().int().meta({ description: 'Number in the text, as in `[1]`.', example: 1 }),
    title: z.string().meta({ description: 'Title of the page.', example: 'External API' }),
    url: z.string().meta({
      format: 'uri',
      description: 'URL of the page, with a heading anchor if there is one.',
      example: 'https://www.example.org/docs/external-api#api-keys-and-scopes',
    }),
    heading: z.string().meta({ description: 'Heading of the section, or the page title.', example: 'Keys' }),
    snippet: z.string().meta({
      description: 'Beginning of the quote, as plain text.',
      example: 'A key belongs to one guild and has scopes.',
    }),
  })
  .meta({ id: 'Citation', description: 'Source of a statement.' })

const fault = z.object({
  error: z.string().meta({
    description: 'Error message for people.',
    example: 'The model did not respond. Try again soon.',
  }),
  code: z.enum(failures).meta({ description: 'Error code for programs. More can be added.' }),
})

const usage = z.object({
  input_tokens: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Tokens that the model read.', example: 812 }),
  output_tokens: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Tokens that the model wrote.', example: 64 }),
})

export const message = z
  .object({
    id: z.string(),
    conversation_id: conversationId,
    role: z.enum(['user', 'assistant']).meta({ description: 'Author.' }),
    model: z
      .string()
      .nullable()
      .meta({ description: 'Model of the answer. Null for a question.', example: SITE_SEARCH }),
    content: z.string().meta({
      description: 'Text. Answers are Markdown, and contain the text so far while in progress.',
      example: 'A key belongs to one guild and has scopes [1].',
    }),
    citations: z.array(citation).meta({ description: 'Sources of the answer.' }),
    status: z.enum(messageStatuses).meta({ description: 'Status. A question is `complete`.' }),
    error: fault.nullable().meta({ description: 'Reason for the failure. Null if there is none.' }),
    usage: usage.nullable().meta({ description: 'Token usage, if the model reports it.' }),
    last_event_id: z.number().int().nullable().meta({
      description: 'Last event in `content`. To stream the rest, send this id as `Last-Event-ID`.',
      example: 4,
    }),
    created_at: time,
    finished_at: time.nullable().meta({ description: 'When it ended. Null while in progress.' }),
  })
  .meta({ id: 'ChatMessage', description: 'A question or an answer.' })

/** Creates a schema for user text. Removes control characters and unpaired surrogates. */
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
        .max(most, { error: `Use at most ${formatInteger(most)} characters.` }),
    )

const title = written(chatLimits.title, 'Enter a title.').meta({ example: 'API keys' })

export const conversationInput = z
  .strictObject({ title: title.optional() })
  .meta({ example: { title: 'API keys' } })
export const renameInput = z.strictObject({ title }).meta({ example: { title: 'API keys' } })

const reference = (what: string) => z.string().min(1).max(100).optional().meta({ description: what })

/** Question, or the answer to regenerate. */
export const askInput = z
  .strictObject({
    conversation_id: reference('Conversation to continue. Default: a new one.'),
    message: written(chatLimits.question, 'Write a question.')
      .optional()
      .meta({ description: `Question, up to ${formatInteger(chatLimits.question)} characters.` }),
    model: reference('Model for the answer. Default: the default model.'),
    retry_of: reference(
      'Id of the last answer in a conversation, to replace that answer. Send either this id or a question.',
    ),
  })
  .refine(({ message, retry_of }) => (message === undefined) !== (retry_of === undefined), {
    error: 'Send either a question or the answer to retry.',
    path: ['message'],
  })
  .refine(({ conversation_id, retry_of }) => !(conversation_id && retry_of), {
    error: 'Omit the conversation if you retry an answer.',
    path: ['conversation_id'],
  })
  .meta({ example: { message: 'How do I create an API key?' } })

export const exportQuery = z.object({
  format: z
    .enum(['markdown', 'json'], { error: 'Use markdown or json.' })
    .default('markdown')
    .meta({ description: 'Format of the file.', example: 'markdown' }),
})

export type Model = z.output<typeof model>
export type Conversation = z.output<typeof conversation>
export type Message = z.output<typeof message>
export type Citation = z.output<typeof citation>
export type Fault = z.output<typeof fault>
export type Usage = z.output<typeof usage>
export type Ask = z.output<typeof askInput>

/** Piece of a model's output. */
export type AnswerPiece = { text: string } | { citation: Citation } | { usage: Usage }

/** Limit and offset of a list. */
export const listQuery = z.object({
  limit: integerParam(1, 100).default(50),
  offset: integerParam(0, 1_000_000).default(0),
})
export type ListQuery = z.output<typeof listQuery>

/** Form of a question. */
export const questionForm = z.object({
  message: written(chatLimits.question, 'Write a question.'),
  model: z.string().max(100).optional(),
})
