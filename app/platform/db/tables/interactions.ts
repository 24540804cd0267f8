import type { Flag, Json, Time } from '#app/platform/db/tables/columns.ts'

export type Interactions = {
  id: string
  guild_id: string | null
  answer: Json<unknown>
  /** What a form that it opened is filled in for; null when it opened none. */
  opening: Json<Record<string, string>> | null
  created_at: Time
}
export type CommandCooldowns = { command_id: string; user_id: string; until: Time }

/** An answer that Discord was promised. It is deleted as soon as it is given or cannot be given any more. */
export type DeferredAnswers = {
  interaction_id: string
  guild_id: string
  application_id: string
  /** Sealed: it lets whoever has it speak as the bot for fifteen minutes. */
  token: string
  /** The run that it waits for. */
  run_id: string | null
  message: Json<Record<string, unknown>>
  /** 1 when `message` may be sent; 0 while the run that earns it has not ended. */
  ready: Flag
  attempts: number
  due_at: Time
  created_at: Time
  expires_at: Time
}
