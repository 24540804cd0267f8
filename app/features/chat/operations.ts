import { z } from 'zod'
import {
  askInput,
  conversation,
  conversationInput,
  exportQuery,
  listQuery,
  message,
  model,
  renameInput,
} from '#app/features/chat/schema.ts'
import { operationsAt, streamed } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const access = { session: 'chat:use' } as const
const ofConversation = z.object({
  id: z.string().meta({ description: 'The id of the conversation.', example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1C' }),
})
const ofMessage = z.object({
  id: z.string().meta({ description: 'The id of the answer.', example: '01KAJ7N3M4QX6T0V9W2Y5Z8B1D' }),
})

const inChat = operationsAt('/api/chat', { access })
const inConversation = operationsAt('/api/chat/conversations/{id}', {
  access,
  params: ofConversation,
  refuses: [404],
})

const answerStream = streamed({
  'text/event-stream': z.string().meta({
    description: 'Server-Sent Events: `message.start`, `delta`, `citation`, `error`, `message.end`.',
    example:
      'id: 1\nevent: message.start\ndata: {"message_id":"01KAJ7N3M4QX6T0V9W2Y5Z8B1D","conversation_id":"01KAJ7N3M4QX6T0V9W2Y5Z8B1C"}\n\nid: 2\nevent: delta\ndata: {"text":"This is what the published pages say about it."}\n\nid: 3\nevent: message.end\ndata: {"status":"complete","usage":null}\n\n',
  }),
})

export const listChatModels = inChat('listChatModels', 'GET /models', {
  answers: { 200: z.object({ models: z.array(model).meta({ description: 'What can answer here.' }) }) },
  summary: 'List what can answer',
})

export const listConversations = inChat('listConversations', 'GET /conversations', {
  query: listQuery,
  answers: {
    200: z.object({
      conversations: z
        .array(conversation)
        .meta({ description: 'The conversations of this part of the list.' }),
      ...pageFields,
    }),
  },
  summary: 'List one’s own conversations',
  description: 'The one in which something happened last comes first.',
})

export const createConversation = inChat('createConversation', 'POST /conversations', {
  body: conversationInput,
  answers: { 201: z.object({ conversation }) },
  refuses: [409],
  summary: 'Open an empty conversation',
  description: 'A question without a conversation opens one too. 409 when there are 200 of them.',
})

export const readConversation = inConversation('readConversation', 'GET', {
  answers: { 200: z.object({ conversation }) },
  summary: 'Read one of one’s own conversations',
})

export const renameConversation = inConversation('renameConversation', 'PATCH', {
  body: renameInput,
  answers: { 200: z.object({ conversation }) },
  summary: 'Give a conversation another title',
})

export const deleteConversation = inConversation('deleteConversation', 'DELETE', {
  answers: { 204: null },
  summary: 'Delete a conversation',
  description: 'With everything that was said in it. An answer that is being written ends.',
})

export const listMessages = inConversation('listMessages', 'GET /messages', {
  query: listQuery,
  answers: {
    200: z.object({
      messages: z.array(message).meta({ description: 'The messages of this part of the list.' }),
      ...pageFields,
    }),
  },
  summary: 'Read what was said in a conversation',
  description: 'In the order in which it was said. An answer that is being written has what there is of it.',
})

export const exportConversation = inConversation('exportConversation', 'GET /export', {
  query: exportQuery,
  answers: {
    200: streamed({
      'text/markdown': z.string().meta({
        description: 'The questions and answers, with what they cite.',
        example: '# API keys\n\n## Question\n\nHow do I make an API key?\n',
      }),
      'application/json': z.object({
        format: z.literal('signpost-conversation'),
        version: z.literal(1),
        exported_at: z.string().meta({ format: 'date-time' }),
        conversation,
        messages: z.array(message).meta({ description: 'All of them, in order.' }),
      }),
    }),
  },
  sends: ['Content-Disposition'],
  summary: 'Get a conversation as a file',
})

export const stopAnswer = inConversation('stopAnswer', 'POST /stop', {
  answers: { 204: null },
  summary: 'Stop the answer that is being written',
  description: 'What was sent of it stays. Where none is being written, nothing happens.',
})

export const askChat = inChat('askChat', 'POST /stream', {
  limit: 'chat',
  body: askInput,
  joins: true,
  answers: { 200: answerStream },
  refuses: [404, 409, 'too_many_connections', 503],
  summary: 'Ask, and hear the answer as it is written',
  description:
    'Takes a question, or in `retry_of` the last answer of a conversation, which another one then replaces. The answer is written to its end whether anybody listens or not. 409 while the conversation waits for an answer, while the user waits for three, and when there is as much as there may be.',
})

export const followAnswer = inChat('followAnswer', 'GET /messages/{id}/stream', {
  params: ofMessage,
  answers: { 200: answerStream },
  refuses: [404, 'too_many_connections', 503],
  summary: 'Hear the rest of an answer',
  description:
    'Goes on behind the event that `Last-Event-ID` names, on any instance, and ends with `message.end`. Without the header it begins at the beginning. So it does for an answer that ended more than an hour ago: it comes in one piece then, and begins with `message.start`.',
})
