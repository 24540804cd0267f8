import { z } from 'zod'
import {
  askInput,
  conversation,
  conversationId,
  conversationInput,
  exportQuery,
  listQuery,
  message,
  messageId,
  model,
  renameInput,
} from '#app/features/chat/schema.ts'
import { operationsAt, streamed } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const access = { session: 'chat:use' } as const

const inChat = operationsAt('/api/chat', { access })
const inConversation = operationsAt('/api/chat/conversations/{id}', {
  access,
  params: z.object({ id: conversationId }),
  refuses: [404],
})

const answerStream = streamed({
  'text/event-stream': z.string().meta({
    description: 'Server-Sent Events: `message.start`, `delta`, `citation`, `error`, `message.end`.',
    example:
      'id: 1\nevent: message.start\ndata: {"message_id":"01KAJ7N3M4QX6T0V9W2Y5Z8B1D","conversation_id":"01KAJ7N3M4QX6T0V9W2Y5Z8B1C"}\n\nid: 2\nevent: delta\ndata: {"text":"A key belongs to one guild and has scopes [1]."}\n\nid: 3\nevent: message.end\ndata: {"status":"complete","usage":null}\n\n',
  }),
})

export const listChatModels = inChat('listChatModels', 'GET /models', {
  answers: { 200: z.object({ models: z.array(model).meta({ description: 'Available models.' }) }) },
  summary: 'List models',
})

export const listConversations = inChat('listConversations', 'GET /conversations', {
  query: listQuery,
  answers: {
    200: z.object({
      conversations: z.array(conversation).meta({ description: 'Conversations on this page of the list.' }),
      ...pageFields,
    }),
  },
  summary: 'List your conversations',
  description: 'Most recently active first.',
})

export const createConversation = inChat('createConversation', 'POST /conversations', {
  body: conversationInput,
  answers: { 201: z.object({ conversation }) },
  refuses: [409],
  summary: 'Create an empty conversation',
  description:
    'A question without a conversation also creates a conversation. Returns 409 if you have 200 conversations.',
})

export const readConversation = inConversation('readConversation', 'GET', {
  answers: { 200: z.object({ conversation }) },
  summary: 'Read a conversation',
})

export const renameConversation = inConversation('renameConversation', 'PATCH', {
  body: renameInput,
  answers: { 200: z.object({ conversation }) },
  summary: 'Rename a conversation',
})

export const deleteConversation = inConversation('deleteConversation', 'DELETE', {
  answers: { 204: null },
  summary: 'Delete a conversation',
  description: 'Deletes the conversation with all messages, and stops any answer in progress.',
})

export const listMessages = inConversation('listMessages', 'GET /messages', {
  query: listQuery,
  answers: {
    200: z.object({
      messages: z.array(message).meta({ description: 'Messages on this page of the list.' }),
      ...pageFields,
    }),
  },
  summary: 'List messages',
  description: 'Returns messages in chronological order. An answer in progress contains the text so far.',
})

export const exportConversation = inConversation('exportConversation', 'GET /export', {
  query: exportQuery,
  answers: {
    200: streamed({
      'text/markdown': z.string().meta({
        description: 'Questions and answers, with their citations.',
        example: '# API keys\n\n## Question\n\nHow do I create an API key?\n',
      }),
      'application/json': z.object({
        format: z.literal('signpost-conversation'),
        version: z.literal(1),
        exported_at: z.string().meta({ format: 'date-time' }),
        conversation,
        messages: z.array(message).meta({ description: 'All messages in order.' }),
      }),
    }),
  },
  sends: ['Content-Disposition'],
  summary: 'Export a conversation',
})

export const stopAnswer = inConversation('stopAnswer', 'POST /stop', {
  answers: { 204: null },
  summary: 'Stop the current answer',
  description: 'The text so far is kept. Does nothing if no answer is in progress.',
})

export const askChat = inChat('askChat', 'POST /stream', {
  limit: 'chat',
  body: askInput,
  joins: true,
  answers: { 200: answerStream },
  refuses: [404, 409, 'too_many_connections', 503],
  summary: 'Ask a question and stream the answer',
  description:
    'The default model, `site-search`, quotes the best matching passage of the published pages, or begins with **Not covered here.** Send a question, or send the id of the last answer in `retry_of` to replace that answer. The answer is completed even if the client disconnects. Returns 409 if an answer is in progress in the conversation, or if three of your answers are in progress. Also returns 409 if the conversation has the maximum number of messages.',
})

export const followAnswer = inChat('followAnswer', 'GET /messages/{id}/stream', {
  params: z.object({ id: messageId }),
  answers: { 200: answerStream },
  refuses: [404, 'too_many_connections', 503],
  summary: 'Stream the rest of an answer',
  description:
    'Continues after the event in `Last-Event-ID`, on any instance, and ends with `message.end`. Without `Last-Event-ID`, the stream starts from the beginning. An answer that ended more than an hour ago is sent in one piece, which begins with `message.start`.',
})
