import type { Call } from '#agent-tools/tool/call.ts'

/** A step that takes back what was done. */
export type Step = (call: Call) => Promise<unknown>

/** One call of a tool on this page, as the person sees it. */
export type Act = {
  id: string
  title: string
  /** What was asked for, or what came of it. */
  words: string
  at: Date
  state: 'running' | 'done' | 'proposed' | 'refused' | 'cancelled' | 'undone'
  /** What takes it back; those that were done are gone from it. Null where nothing does. */
  undo: Step[] | null
}

/** How many calls are remembered. */
const MOST = 50

/** What agents did on this page, the latest first. It lives as long as the page and is nowhere else. */
export const acts: Act[] = []
const watchers = new Set<() => void>()
let count = 0

/** Calls `watcher` when something happens; returns the function that ends that. */
export function watchActs(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const tellWatchers = () => watchers.forEach((watcher) => watcher())

/** Notes that a tool was called. */
export function begin(title: string, words: string): Act {
  const act: Act = { id: `a${++count}`, title, words, at: new Date(), state: 'running', undo: null }
  acts.unshift(act)
  acts.length = Math.min(acts.length, MOST)
  tellWatchers()
  return act
}

/** Notes what became of it. */
export function end(act: Act, news: Partial<Act>): void {
  Object.assign(act, news)
  tellWatchers()
}

/** Takes back what an act did. What was taken back by a step before one failed is not tried again. */
export async function takeBack(act: Act, call: Call): Promise<void> {
  while (act.undo?.length) {
    await act.undo[0]!(call)
    act.undo.shift()
  }
  end(act, { state: 'undone', undo: null })
}
