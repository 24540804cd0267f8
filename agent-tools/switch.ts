const MARK = 'agent-tools'

/** Whether the person lets this browser offer tools to agents. Storage may be closed to us: then it does. */
export function areOn(): boolean {
  try {
    return localStorage.getItem(MARK) !== 'off'
  } catch {
    return true
  }
}

/** Remembers that in this browser. */
export function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(MARK)
    else localStorage.setItem(MARK, 'off')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Calls `then` when it was changed in another tab; ends with `signal`. */
export function watchSwitch(then: () => void, signal: AbortSignal): void {
  const look = ({ key }: StorageEvent) => void (key === MARK && then())
  addEventListener('storage', look, { signal })
}
