import type { Call } from '#agent-tools/tool/call.ts'

/** A step that takes back what was done. */
export type UndoStep = (call: Call) => Promise<unknown>

/** One call of a tool on this page, as the person sees it. */
export type ToolCall = {
  id: string
  title: string
  /** What was asked for, or what came of it. */
  summary: string
  at: Date
  state: 'running' | 'done' | 'proposed' | 'refused' | 'cancelled' | 'undone'
  /** What takes it back; those that were done are gone from it. Null where nothing does. */
  undo: UndoStep[] | null
}

/** How many calls are remembered. */
const MAX_CALLS = 50

/** What agents did on this page, the latest first. It lives as long as the page and is nowhere else. */
export const toolCalls: ToolCall[] = []
const watchers = new Set<() => void>()
let count = 0

/** Calls `watcher` when something happens; returns the function that ends that. */
export function watchToolCalls(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const notifyWatchers = () => watchers.forEach((watcher) => watcher())

/** Notes that a tool was called. */
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

/** Notes what became of it. */
export function updateCall(act: ToolCall, news: Partial<ToolCall>): void {
  Object.assign(act, news)
  notifyWatchers()
}

/** Takes back what an act did. What was taken back by a step before one failed is not tried again. */
export async function undoCall(act: ToolCall, call: Call): Promise<void> {
  while (act.undo?.length) {
    await act.undo[0]!(call)
    act.undo.shift()
  }
  updateCall(act, { state: 'undone', undo: null })
}
