import type { Flag, Stored, Time } from '#app/platform/db/tables/columns.ts'
import type { Json } from '#app/primitives/json.ts'

/** Response to an interaction. Runners report ids, so an id is unique only within a guild. */
export type Interactions = {
  guild_id: string
  id: string
  answer: Json<Stored['interactions.answer']>
  /** Context of the modal that the interaction opened, or null. */
  opening: Json<Stored['interactions.opening']> | null
  created_at: Time
}
export type CommandCooldowns = { command_id: string; user_id: string; until: Time }

/** Deferred interaction response, deleted once it is sent or can no longer be sent. */
export type DeferredAnswers = {
  guild_id: string
  interaction_id: string
  application_id: string
  /** Encrypted, because the token allows posting as the bot for 15 minutes. */
  token: string
  /** Run that must finish first. */
  run_id: string | null
  message: Json<Record<string, unknown>>
  /** 1 if `message` can be sent. 0 until the run has finished. */
  ready: Flag
  attempts: number
  due_at: Time
  created_at: Time
  expires_at: Time
}
