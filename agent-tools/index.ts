import { toolsFor, type Visitor } from '#agent-tools/page-tools.ts'
import { openPanel } from '#agent-tools/panel.ts'
import { createToolRegistry } from '#agent-tools/tool-registry.ts'
import { fetchFor } from '#agent-tools/tool/call.ts'
import { forgetWrites, SESSION_ENDED_EVENT, setRefresh } from '#agent-tools/tool/tool.ts'

const STORAGE_KEY = 'agent-tools'

/** Checks whether the user allows this browser to offer tools to agents. Returns true if storage is not accessible. */
export function isEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Saves whether this browser offers tools to agents. */
export function setEnabled(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Calls `then` when another tab changes the setting, until `signal` is aborted. */
export function watchEnabled(then: () => void, signal: AbortSignal): void {
  const look = ({ key }: StorageEvent) => void (key === STORAGE_KEY && then())
  addEventListener('storage', look, { signal })
}

export type KnownVisitor = Visitor & { id: string | null }

export const signedOut: KnownVisitor = { id: null, role: null, managesGuilds: false }

type Session = { user: { id: string; role: string; manages_guilds: boolean } | null }

/** Fetches the signed-in user. Returns a signed-out visitor if the request fails. */
export async function fetchVisitor(): Promise<KnownVisitor> {
  try {
    const { user } = (await (await fetchFor('/api/session', {})).json()) as Session
    return user ? { id: user.id, role: user.role, managesGuilds: user.manages_guilds } : signedOut
  } catch {
    return signedOut
  }
}

/** Hooks for a page with client-side navigation. */
type Page = {
  /** Registers a callback for navigation to another page. */
  onNavigate?(then: () => void): void
  /** Refreshes the data of the page. */
  refresh?(): Promise<unknown>
}

type RunningTools = { stop(): void }
const globalKey = Symbol.for('signpost.agent-tools')
const globals = globalThis as { [globalKey]?: RunningTools }

/** Minimum interval between checks of the signed-in user when the page becomes visible again, in milliseconds. */
const MIN_REFRESH_MS = 3_000
/** Delays before searching for more hosts, in milliseconds. Extensions add their hosts late. */
const HOST_CHECK_DELAYS = [1_000, 3_000, 8_000]

/**
 * Offers the page's tools to its hosts. Updates the tools after navigation, sign-in, sign-out and setting changes. A
 * repeated call, such as after a module reload, starts over.
 */
export function startTools(page: Page = {}): void {
  globals[globalKey]?.stop()
  const controller = new AbortController()
  const { signal } = controller
  const tools = createToolRegistry()
  const panel = openPanel({
    isEnabled,
    setEnabled(on) {
      setEnabled(on)
      void update()
    },
    tools: tools.list,
  })
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('signpost.session') : null
  let visitor = signedOut
  let isKnown = false
  let asked = -MIN_REFRESH_MS
  let turns: Promise<unknown> = Promise.resolve()

  /** Shows the tools once the hosts have responded. A slow host does not delay the next change. */
  const shown = (responded: Promise<unknown>) => void responded.then(() => signal.aborted || panel.show())

  /** Updates the tools for the current page, visitor and setting, one change at a time. */
  const update = () =>
    (turns = turns.then(async () => {
      shown(tools.set(signal.aborted || !isEnabled() ? [] : await toolsFor(location.pathname, visitor)))
    }))

  /** Fetches the signed-in user and notifies other tabs of a change. */
  async function ask() {
    asked = performance.now()
    const now = await fetchVisitor()
    if (now.id !== visitor.id) forgetWrites()
    if (now.id !== visitor.id || !isKnown) channel?.postMessage(now.id)
    visitor = now
    isKnown = true
    await update()
  }
  const askAgain = () => {
    if (document.visibilityState === 'visible' && performance.now() - asked > MIN_REFRESH_MS) void ask()
  }

  if (channel) channel.onmessage = ({ data }) => void (data !== visitor.id && ask())
  document.addEventListener('visibilitychange', askAgain, { signal })
  addEventListener('pageshow', askAgain, { signal })
  addEventListener(SESSION_ENDED_EVENT, () => void ask(), { signal })
  watchEnabled(() => void update(), signal)
  page.onNavigate?.(() => void (signal.aborted || update()))
  setRefresh(async () => page.refresh?.())
  globals[globalKey] = {
    stop() {
      controller.abort()
      channel?.close()
      void update()
      panel.close()
    },
  }
  void update()
  void ask()
  for (const wait of HOST_CHECK_DELAYS) setTimeout(() => signal.aborted || shown(tools.look()), wait)
}
