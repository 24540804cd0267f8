import type { Role } from '#app/access.ts'

/** What makes up an input where it cannot be written down. */
export type Making = {
  /** Small letters and digits that nothing else is called by. */
  unique: string
  /** Calls another tool of the page. */
  call(tool: string, input: object): Promise<unknown>
}

/** A call of a tool: on which page, as whom, with what, and what its answer has to hold, the second time too. */
export type Case = {
  tool: string
  page: string
  role: Role | null
  input: object | ((making: Making) => object | Promise<object>)
  /** True for effects that cannot be undone. */
  lasts?: true
  expect: object
}

/** The answer of a tool that reads or writes an entry. */
export type WithEntry = { entry: { type: string; id: string; version: number } }
/** The answer of a tool whose work can be taken back. */
export type Undoable = { undo: { input: { action_id: string } } }

export const refused = (code: string, path: string | null = null) => ({ ok: false, error: { code, path } })

/** What a tool with consequences answers at first. Nothing is done by it. */
export const proposal = { ok: true, status: 'needs_confirmation' }
