import { begin, end, type Act, type Step } from '#agent-tools/tool/activity.ts'
import { calling, type Calls, type Sent } from '#agent-tools/tool/call.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { failure, toldBy, type ToolResult } from '#agent-tools/tool/result.ts'
import { check, type Checked, type Property } from '#agent-tools/tool/schema.ts'
import { short, shrunk } from '#agent-tools/tool/text.ts'

/** What a run may do. */
export type Doing = Calls & {
  signal: AbortSignal | undefined
  /** Says that what was done can be taken back, and how; the answer names the call that does it. */
  undo(...steps: Step[]): { undo: { tool: 'undo_action'; input: { action_id: string } } }
}

type Fields = Record<string, Property>
type Input<P extends Fields, R extends string> = Checked<{ properties: P; required: readonly R[] }>

type Definition<P extends Fields, R extends string> = {
  name: string
  title: string
  description: string
  /** The operations that it calls. What they are decides what hosts are told: whether it only reads, and what follows. */
  uses: readonly Route[]
  input: P
  /** The inputs that must be given; none unless named. */
  required?: readonly R[]
  /** False when the output holds no text that others wrote. */
  untrusted?: boolean
  /** What was asked for, in a few words for the person. */
  about?(input: Input<P, R>): string | undefined
  run(input: Input<P, R> & { confirm_token?: string }, doing: Doing): Promise<ToolResult>
}

const confirmToken: Property = {
  type: 'string',
  maxLength: 200,
  description: 'The confirm_token of the answer before, once the person has agreed. Leave it out at first.',
}

/** A write that was lately made, by what was asked for: an agent that heard no answer asks again, and means it once. */
type Lately = { tool: string; at: number; key: string; sent: Sent[]; result?: ToolResult }
const lately = new Map<string, Lately>()
const LATELY = 120_000

/** Forgets recent writes but those of the tool `but`: one was undone, or another person is signed in. */
export function forgetWrites(but?: string): void {
  for (const [print, { tool }] of lately) if (tool !== but) lately.delete(print)
}

let shown: () => Promise<unknown> = async () => {}

/** Has `show` called after each write, so that agents that look at the page see what they did. */
export const showAfterWrites = (show: () => Promise<unknown>): void => void (shown = show)

/** Resolves when the page shows what the site holds now. */
export const shownNow = (): Promise<unknown> => shown()

/** Writes wait for each other; reads do not. */
let queue: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = queue.then(work)
  queue = turn.catch(() => {})
  return turn
}

const used = new WeakMap<HostTool, readonly Route[]>()

/** The operations that a tool may call. They are kept beside it, for a host has no use for them. */
export const usesOf = (tool: HostTool): readonly Route[] => used.get(tool) ?? []

/** Describes a tool: its input is checked by the schema that the host is shown, and whatever goes wrong is data. */
export function tool<const P extends Fields, const R extends keyof P & string = never>(
  definition: Definition<P, R>,
): HostTool {
  const { name, title, description, uses, required = [], untrusted = true, run, about } = definition
  const readOnly = uses.every(({ safe }) => safe)
  const consequential = uses.some(({ confirmed }) => confirmed)
  const properties = { ...definition.input, ...(consequential ? { confirm_token: confirmToken } : {}) }
  const input = { properties: properties as P, required }

  async function write(value: Input<P, R>, act: Act, signal: AbortSignal | undefined): Promise<ToolResult> {
    for (const [print, { at }] of lately) if (Date.now() - at > LATELY) lately.delete(print)
    const print = `${name} ${JSON.stringify(value)}`
    const before = lately.get(print)
    if (before?.result) return { ...before.result, repeated: true } as ToolResult
    const now: Lately = before ?? { tool: name, at: Date.now(), key: crypto.randomUUID(), sent: [] }
    lately.set(print, now)
    const token = (value as { confirm_token?: string }).confirm_token
    const calls = calling({ tool: name, token, key: now.key, sent: now.sent }, signal)
    try {
      const result = await run(value, { ...calls, signal, undo: undoing(act) })
      for (const [other, { tool }] of lately) if (tool === name && other !== print) lately.delete(other)
      if (now.sent.length && result.ok) now.result = result
      else lately.delete(print)
      return result
    } catch (reason) {
      if (toldBy(reason)) lately.delete(print)
      throw reason
    }
  }

  async function attempt(value: Input<P, R>, act: Act, signal: AbortSignal | undefined): Promise<ToolResult> {
    const read = () => {
      const calls = calling({ tool: name, key: '', sent: [] }, signal)
      return run(value, { ...calls, signal, undo: undoing(act) })
    }
    try {
      signal?.throwIfAborted()
      const result = await (readOnly ? read() : inTurn(() => write(value, act, signal)))
      if (!readOnly && isDone(result)) await shown()
      return shrunk(result)
    } catch (reason) {
      const told = toldBy(reason)
      if (told) return shrunk(told)
      return signal?.aborted ? cancelled(readOnly) : unreachable(reason, readOnly)
    }
  }

  const made: HostTool = {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...input, additionalProperties: false },
    annotations: {
      readOnlyHint: readOnly,
      untrustedContentHint: untrusted,
      consequentialHint: consequential,
    },
    async execute(given, options) {
      const checked = check(input, given ?? {})
      const asked = 'value' in checked ? short(about?.(checked.value), 80) : ''
      const act = begin(title, asked)
      const result =
        'wrong' in checked
          ? failure('invalid_request', checked.wrong.message, {
              path: checked.wrong.path,
              hint: 'Correct the field and call again.',
            })
          : await attempt(checked.value, act, options?.signal)
      end(act, outcomeOf(result, asked))
      if (endsSession(name, result)) globalThis.dispatchEvent?.(new Event(SESSION))
      return result
    },
  }
  used.set(made, uses)
  return made
}

/** Told on the window when it was found that the session is over. */
export const SESSION = 'agent-tools:session'

const isDone = (result: ToolResult) => result.ok && result.status !== 'needs_confirmation'
const endsSession = (name: string, result: ToolResult) =>
  result.ok ? name === 'sign_out' && isDone(result) : result.error.code === 'unauthorized'

const undoing =
  (act: Act) =>
  (...steps: Step[]) => {
    act.undo = steps
    return { undo: { tool: 'undo_action' as const, input: { action_id: act.id } } }
  }

function outcomeOf(result: ToolResult, asked: string): Partial<Act> {
  if (!result.ok) {
    const { code, message } = result.error
    return code === 'cancelled' ? { state: 'cancelled' } : { state: 'refused', words: short(message, 100) }
  }
  const words = short((result.summary as string | undefined) ?? asked, 160)
  return { state: isDone(result) ? 'done' : 'proposed', words }
}

const again = 'Call again with the same input: it is not done twice.'

const cancelled = (readOnly: boolean) =>
  failure(
    'cancelled',
    readOnly ? 'The call was cancelled.' : 'The call was cancelled; it may have been done.',
    {
      hint: readOnly ? null : again,
      retryable: true,
    },
  )

const unreachable = (reason: unknown, readOnly: boolean) =>
  failure('unreachable', 'The site did not answer.', {
    hint: readOnly ? String(reason).slice(0, 100) : again,
    retryable: true,
  })
