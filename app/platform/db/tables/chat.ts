import type { Json, Time } from '#app/platform/db/tables/columns.ts'

/** One row for whoever has used the chat: who changes it makes others of theirs wait. */
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
  /** Counts the messages of the conversation from 1. */
  position: number
  role: 'user' | 'assistant'
  /** The one that answers; null for a question. */
  model: string | null
  /** Empty while it is being written: it is in the events then. */
  content: string
  citations: Json<object[]>
  status: 'streaming' | 'complete' | 'stopped' | 'failed'
  error: Json<{ error: string; code: string }> | null
  usage: Json<{ input_tokens: number | null; output_tokens: number | null }> | null
  /** The last of its events, once there will be no more. */
  last_event: number | null
  created_at: Time
  /** When whoever writes it was heard of last. */
  alive_at: Time
  finished_at: Time | null
}
/** What was sent of an answer, in its order. */
export type ChatEvents = { message_id: string; seq: number; event: string; data: Json<object> }
/** How it went last with a model elsewhere. */
export type ChatOutcomes = {
  model: string
  succeeded_at: Time | null
  failed_at: Time | null
  error: Json<{ error: string; code: string }> | null
}
