import type { Page } from 'playwright-core'
import type { Account, Asked, Site, Who } from '#tests/clients/site.ts'

type Entry = { type: string; id: string; version: number; path: string; status: string }

/** An answer of a tool, as far as tasks read on in it. */
export type Told = {
  ok: boolean
  confirm_token: string
  undo: { input: { action_id: string } }
  results: { path: string; type: string }[]
  pages: { path: string }[]
  markdown: string
  entry: Entry
  entries: Entry[]
  body: string
  answer_id: string
  conversation_id: string
  answer: string
  citations: { path: string }[]
  sessions: { id: string; current: boolean }[]
  command: { id: string; version: number }
  automation: { id: string; version: number }
  commands: { id: string; name: string }[]
  guilds: { id: string; name: string }[]
  definition: string
  events: { id: string; type: string }[]
  days: [date: string, value: number][]
  version: number
  download: string
  url: string
}

/** Something that was there before: an entry, a command, an automation, or a guild. */
export type Thing = { id: string; version: number; name: string }

/** What a task has at hand while it runs. */
export type It = {
  site: Site
  page: Page
  /** Small letters and digits that nothing else on the site is called by. */
  unique: string
  me: Account | null
  given: Thing
  /** The answer of the nth call, from 0; for one that was made to the end of a list, the last. */
  told(n: number): Told
  /** All answers of the nth call. */
  parts(n: number): Told[]
  /** Asks the API as the owner of the site. */
  asOwner(path: string): Promise<Asked>
  /** Asks it as the person whose task it is. */
  asMe(path: string): Promise<Asked>
  /** What somebody without a session gets. */
  asReader(path: string): Promise<Asked>
}

type From<T> = T | ((it: It) => T)

/** A call of a tool. */
export type Step = {
  tool: string
  input?: From<object>
  /** What the answer holds; or that the page does not offer the tool. */
  answers: From<object> | 'not offered'
  /** The page to go to first. */
  at?: From<string>
  /** What somebody else does first. */
  meanwhile?(it: It): Promise<unknown>
  /** Called again with what `next_offset` or `next_before` says, until that is null. */
  toTheEnd?: boolean
}

/** What a person would ask an agent for, what the agent calls, and how it is then. */
export type Task = {
  says: string
  as: Who | null
  /** The page that the person looks at. */
  at: From<string>
  /** What is there before. */
  given?(it: It): Promise<Thing>
  calls: Step[]
  /** What holds afterwards. */
  then?(it: It): Promise<unknown>
  /** The tools whose writes the audit log has afterwards; none when it is left out. */
  marks?: string[]
}

/** An error that a tool answers with. */
export const refused = (code: string, more: { path?: string | null; hint?: unknown } = {}) => ({
  ok: false,
  error: { code, ...more },
})

/** The answer that shows what would be done. */
export const proposed = (summary: unknown, more: object = {}) => ({
  ...{ ok: true, status: 'needs_confirmation', summary },
  ...more,
})

/** The call before once more, with the token that it gave. */
export const confirmed = (nth: number, step: Step): Step => ({
  ...step,
  input: (it) => ({ ...inputOf(step, it), confirm_token: it.told(nth).confirm_token }),
})

/** Takes back what the nth call did. */
export const undone = (nth: number, answers: object = { ok: true }): Step => ({
  tool: 'undo_action',
  input: (it) => it.told(nth).undo.input,
  answers,
})

export const inputOf = ({ input = {} }: Step, it: It): object =>
  typeof input === 'function' ? input(it) : input

/** What names an entry that a call told of. */
export const ofEntry = ({ entry: { type, id } }: Told) => ({ type, id })
