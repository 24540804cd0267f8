import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'editor-preview'
const listeners = new Set<() => void>()
let isHidden: boolean | undefined

function read(): boolean {
  try {
    return (isHidden ??= localStorage.getItem(STORAGE_KEY) === 'hidden')
  } catch {
    return (isHidden = false)
  }
}

function write(next: boolean) {
  isHidden = next
  try {
    localStorage.setItem(STORAGE_KEY, next ? 'hidden' : 'shown')
  } catch {
    // Without storage, the choice applies until the page is reloaded.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether the preview is shown next to the text, which this browser remembers, and a function to toggle it. */
export function useSplit(): [isSplit: boolean, toggle: () => void] {
  const isOff = useSyncExternalStore(subscribe, read, () => false)
  return [!isOff, () => write(!isOff)]
}
