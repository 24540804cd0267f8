import type { Call } from '#agent-tools/tool/call.ts'

/** Step that undoes part of an action. */
export type UndoStep = (call: Call) => Promise<unknown>

/** Tool call on this page, as shown to the user. */
export type ToolCall = {
  id: string
  title: string
  /** Summary of the request or the result. */
  summary: string
  at: Date
  state: 'running' | 'done' | 'proposed' | 'refused' | 'cancelled' | 'undone'
  /** Remaining undo steps. Null if the call cannot be undone. */
  undo: UndoStep[] | null
}

/** Maximum number of calls in the history. */
const MAX_CALLS = 50

/** Agent activity on this page, newest first, kept only in memory. */
export const toolCalls: ToolCall[] = []
const watchers = new Set<() => void>()
let count = 0

/** Calls `watcher` on each change. Returns a function that removes the watcher. */
export function watchToolCalls(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const notifyWatchers = () => watchers.forEach((watcher) => watcher())

/** Records a tool call. */
export function startCall(title: string, words: string): ToolCall {
  const act: ToolCall = {
    id: `a${++count}`,
    title,
    summary: words,
    at: new Date(),
    state: 'running',
    undo: null,
  }
  toolCalls.unshift(act)
  toolCalls.length = Math.min(toolCalls.length, MAX_CALLS)
  notifyWatchers()
  return act
}

/** Updates a recorded call. */
export function updateCall(act: ToolCall, news: Partial<ToolCall>): void {
  Object.assign(act, news)
  notifyWatchers()
}

/** Undoes a call. After a failure, the next attempt continues with the failed step. */
export async function undoCall(act: ToolCall, call: Call): Promise<void> {
  while (act.undo?.length) {
    await act.undo[0]!(call)
    act.undo.shift()
  }
  updateCall(act, { state: 'undone', undo: null })
}
