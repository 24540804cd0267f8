import type { Stored, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

/** Row of a chat user. Updating the row serializes the user's concurrent changes. */
export type ChatPeople = { user_id: string; changes: number }
export type ChatConversations = {
  id: string
  user_id: string
  title: string
  created_at: Time
  updated_at: Time
}
export type ChatMessages = {
  id: string
  conversation_id: string
  /** Position in the conversation, from 1. */
  position: number
  role: 'user' | 'assistant'
  /** Model of a response. Null for a question. */
  model: string | null
  /** Empty while the response is being written. Until then, the events contain the text. */
  content: string
  citations: Json<Stored['chat_messages.citations']>
  status: 'streaming' | 'complete' | 'stopped' | 'failed'
  error: Json<Stored['chat_messages.error']> | null
  usage: Json<Stored['chat_messages.usage']> | null
  /** Sequence number of the last event. Set when a response ends, whatever its status. Null for a question. */
  last_event: number | null
  created_at: Time
  /** Last activity of the instance that writes the response. */
  alive_at: Time
  finished_at: Time | null
}
/** Event of a streamed response, in order. */
export type ChatEvents = { message_id: string; seq: number; event: string; data: Json<object> }
/** Last success and failure of an external model. */
export type ChatOutcomes = {
  model: string
  succeeded_at: Time | null
  failed_at: Time | null
  error: Json<Stored['chat_messages.error']> | null
}
