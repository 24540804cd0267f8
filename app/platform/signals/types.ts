/** Signals between instances. A signal is a hint that can be lost. The database remains authoritative. */
export type Topics = {
  runners: { revoked: string }
  /** The bot was connected or disconnected, or its application changed. */
  bot: Record<string, never>
  /** Content was published. The details are in the database. */
  content: Record<string, never>
  /** Publishing was scheduled. */
  schedule: Record<string, never>
  /** Entries are queued for their announcement. */
  announcements: Record<string, never>
  /** An image was deleted. */
  media: Record<string, never>
  /** Emails are queued. */
  mail: Record<string, never>
  /** Deferred responses are ready. */
  deferred: Record<string, never>
  /** Jobs are queued. */
  jobs: Record<string, never>
  /** A runner session must cancel a job. */
  cancel: { session: string; job: string }
  /** A chat response has more events or has ended. */
  chat: { message: string }
  /** A chat response has ended, so its writer can stop. */
  chat_stop: { message: string }
  /** Jobs, runs or runners of these guilds changed. An empty id means all guilds. */
  activity: { guilds: string[] }
  /** A guild needs its directory. Runners report it again. */
  directory: { guild: string }
  /** Query to a runner of the guild. */
  query: { ref: string; guild: string; kind: string; args: Record<string, unknown> }
  /** Response of a runner to a query. `guild` is the only guild of the runner, or null. */
  query_result: {
    ref: string
    guild: string | null
    result?: unknown
    error?: { code: string; message: string }
  }
}

export type Topic = keyof Topics
type Listener<T extends Topic> = (message: Topics[T]) => void

export type Signals = {
  /**
   * Resolves when the store has accepted the message. Store failures are logged, not thrown, because the related write
   * has already happened.
   */
  publish<T extends Topic>(topic: T, message: Topics[T]): Promise<void>
  /** Subscribes to a topic and returns a function that unsubscribes. */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void
  /** Returns true if the store responds within a second. */
  ping(): Promise<boolean>
  close(): Promise<void>
}
