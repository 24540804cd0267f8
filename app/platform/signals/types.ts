/** What instances tell each other. A signal is a hint that may be lost: the database stays the truth. */
export type Topics = {
  runners: { revoked: string }
  /** Content was published: what, the database tells. */
  content: Record<string, never>
  /** Something is to be published at a time. */
  schedule: Record<string, never>
  /** An image was deleted. */
  media: Record<string, never>
  /** There are letters to send. */
  mail: Record<string, never>
  /** There are deferred answers to give. */
  deferred: Record<string, never>
  /** There are jobs to give out. */
  jobs: Record<string, never>
  /** A runner has to be told to stop a job, which the session of this id has. */
  cancel: { session: string; job: string }
  /** There is more of an answer of the chat, or it has ended. */
  chat: { message: string }
  /** Whoever writes this answer may stop: it has ended. */
  chat_stop: { message: string }
  /** Jobs, runs or runners of these guilds changed; an empty id stands for all guilds. */
  activity: { guilds: string[] }
}

export type Topic = keyof Topics
type Listener<T extends Topic> = (message: Topics[T]) => void

export type Signals = {
  /** Resolves when the store has it. A store that is down is logged, never thrown: the write it follows has happened. */
  publish<T extends Topic>(topic: T, message: Topics[T]): Promise<void>
  /** Returns the function that ends the subscription. */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void
  /** True when the store answers within a second. */
  ping(): Promise<boolean>
  close(): Promise<void>
}
