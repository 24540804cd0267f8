import { startCall, updateCall, type ToolCall, type UndoStep } from '#agent-tools/tool/activity.ts'
import { makeCalls, type Calls, type SentRequest } from '#agent-tools/tool/call.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import type { Route } from '#agent-tools/tool/tool-schema.ts'
import { failure, thrownResult, type ToolResult } from '#agent-tools/tool/result.ts'
import { validateInputs, type Checked, type Property } from '#agent-tools/tool/schema.ts'
import { sanitizeLine, fitBudget } from '#agent-tools/tool/text.ts'

/** Context of a tool run. */
export type ToolContext = Calls & {
  signal: AbortSignal | undefined
  /** Registers undo steps. Include the returned object, which describes the undo call, in the result. */
  undo(...steps: UndoStep[]): { undo: { tool: 'undo_action'; input: { action_id: string } } }
}

type Fields = Record<string, Property>
type Input<P extends Fields, R extends string> = Checked<{ properties: P; required: readonly R[] }>

type Definition<P extends Fields, R extends string> = {
  name: string
  title: string
  description: string
  /** Operations that the tool calls, which determine its hints for hosts (read-only or consequential). */
  uses: readonly Route[]
  input: P
  /** Required inputs. Default: none. */
  required?: readonly R[]
  /** False if the output contains no text written by other people. */
  untrusted?: boolean
  /** Summarizes the input for the user. */
  describeInput?(input: Input<P, R>): string | undefined
  run(input: Input<P, R> & { confirm_token?: string }, context: ToolContext): Promise<ToolResult>
}

const confirmToken: Property = {
  type: 'string',
  maxLength: 200,
  description:
    'confirm_token of the previous result, after the person has agreed. Omit it in the first call.',
}

/** Recent write, keyed by its input. A repeated call whose result was lost does not write twice. */
type RecentWrite = { tool: string; at: number; key: string; sent: SentRequest[]; result?: ToolResult }
const recentWrites = new Map<string, RecentWrite>()
const RECENT_MS = 120_000

/** Forgets recent writes after an undo or a change of the signed-in user. Keeps writes by the `but` tool. */
export function forgetWrites(but?: string): void {
  for (const [print, { tool }] of recentWrites) if (tool !== but) recentWrites.delete(print)
}

let refresh: () => Promise<unknown> = async () => {}

/** Sets a function that runs after each write, so that agents see the result on the page. */
export const setRefresh = (show: () => Promise<unknown>): void => void (refresh = show)

/** Resolves when the page shows the site's current data. */
export const refreshPage = (): Promise<unknown> => refresh()

/** Writes run one at a time. Reads do not wait. */
let queue: Promise<unknown> = Promise.resolve()
const serialize = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = queue.then(work)
  queue = turn.catch(() => {})
  return turn
}

const routesByTool = new WeakMap<HostTool, readonly Route[]>()

/**
 * Returns the operations that a tool can call. Operations are stored outside the tool, because hosts do not need them.
 */
export const routesOf = (tool: HostTool): readonly Route[] => routesByTool.get(tool) ?? []

/** Defines a tool. Validates inputs against the schema that the host sees, and returns every error as data. */
export function tool<const P extends Fields, const R extends keyof P & string = never>(
  definition: Definition<P, R>,
): HostTool {
  const { name, title, description, uses, required = [], untrusted = true, run, describeInput } = definition
  const readOnly = uses.every(({ safe }) => safe)
  const consequential = uses.some(({ confirmed }) => confirmed)
  const properties = { ...definition.input, ...(consequential ? { confirm_token: confirmToken } : {}) }
  const input = { properties: properties as P, required }

  async function write(
    value: Input<P, R>,
    act: ToolCall,
    signal: AbortSignal | undefined,
  ): Promise<ToolResult> {
    for (const [print, { at }] of recentWrites) if (Date.now() - at > RECENT_MS) recentWrites.delete(print)
    const print = `${name} ${JSON.stringify(value)}`
    const before = recentWrites.get(print)
    if (before?.result) return { ...before.result, repeated: true } as ToolResult
    const now: RecentWrite = before ?? { tool: name, at: Date.now(), key: crypto.randomUUID(), sent: [] }
    recentWrites.set(print, now)
    const token = (value as { confirm_token?: string }).confirm_token
    const calls = makeCalls({ tool: name, token, key: now.key, sent: now.sent }, signal)
    try {
      const result = await run(value, { ...calls, signal, undo: makeUndo(act) })
      for (const [other, { tool }] of recentWrites)
        if (tool === name && other !== print) recentWrites.delete(other)
      if (now.sent.length && result.ok) now.result = result
      else recentWrites.delete(print)
      return result
    } catch (reason) {
      if (thrownResult(reason)) recentWrites.delete(print)
      throw reason
    }
  }

  async function attempt(
    value: Input<P, R>,
    act: ToolCall,
    signal: AbortSignal | undefined,
  ): Promise<ToolResult> {
    const read = () => {
      const calls = makeCalls({ tool: name, key: '', sent: [] }, signal)
      return run(value, { ...calls, signal, undo: makeUndo(act) })
    }
    try {
      signal?.throwIfAborted()
      const result = await (readOnly ? read() : serialize(() => write(value, act, signal)))
      if (!readOnly && isDone(result)) await refresh()
      return fitBudget(result)
    } catch (reason) {
      const told = thrownResult(reason)
      if (told) return fitBudget(told)
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
      const checked = validateInputs(input, given ?? {})
      const asked = 'value' in checked ? sanitizeLine(describeInput?.(checked.value), 80) : ''
      const act = startCall(title, asked)
      const result =
        'wrong' in checked
          ? failure('invalid_request', checked.wrong.message, {
              path: checked.wrong.path,
              hint: 'Correct the field.',
            })
          : await attempt(checked.value, act, options?.signal)
      updateCall(act, outcomeOf(result, asked))
      if (endsSession(name, result)) globalThis.dispatchEvent?.(new Event(SESSION_ENDED_EVENT))
      return result
    },
  }
  routesByTool.set(made, uses)
  return made
}

/** Window event that reports the end of the session. */
export const SESSION_ENDED_EVENT = 'agent-tools:session'

const isDone = (result: ToolResult) => result.ok && result.status !== 'needs_confirmation'
const endsSession = (name: string, result: ToolResult) =>
  result.ok ? name === 'sign_out' && isDone(result) : result.error.code === 'unauthorized'

const makeUndo =
  (act: ToolCall) =>
  (...steps: UndoStep[]) => {
    act.undo = steps
    return { undo: { tool: 'undo_action' as const, input: { action_id: act.id } } }
  }

function outcomeOf(result: ToolResult, asked: string): Partial<ToolCall> {
  if (!result.ok) {
    const { code, message } = result.error
    return code === 'cancelled'
      ? { state: 'cancelled' }
      : { state: 'refused', summary: sanitizeLine(message, 100) }
  }
  const words = sanitizeLine((result.summary as string | undefined) ?? asked, 160)
  return { state: isDone(result) ? 'done' : 'proposed', summary: words }
}

const retryHint = 'Repeat the call with the same input. The action will not run twice.'

const cancelled = (readOnly: boolean) =>
  failure(
    'cancelled',
    readOnly ? 'The call was cancelled.' : 'The call was cancelled. The action may still have run.',
    {
      hint: readOnly ? null : retryHint,
      retryable: true,
    },
  )

const unreachable = (reason: unknown, readOnly: boolean) =>
  failure('unreachable', 'The site did not respond.', {
    hint: readOnly ? String(reason).slice(0, 100) : retryHint,
    retryable: true,
  })
