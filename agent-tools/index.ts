import { toolsFor, type Visitor } from '#agent-tools/page-tools.ts'
import { openPanel } from '#agent-tools/panel.ts'
import { registry } from '#agent-tools/tool-registry.ts'
import { fetchFor } from '#agent-tools/tool/call.ts'
import { forgetWrites, SESSION, showAfterWrites } from '#agent-tools/tool/tool.ts'

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

export type Known = Visitor & { id: string | null }

export const nobody: Known = { id: null, role: null, managesGuilds: false }

type Session = { user: { id: string; role: string; manages_guilds: boolean } | null }

/** Asks the site who is signed in. Nobody when the site does not answer. */
export async function askVisitor(): Promise<Known> {
  try {
    const { user } = (await (await fetchFor('/api/session', {})).json()) as Session
    return user ? { id: user.id, role: user.role, managesGuilds: user.manages_guilds } : nobody
  } catch {
    return nobody
  }
}

/** What a page that changes without being loaded anew does for the tools. */
type Page = {
  /** Calls back when the page has become another one. */
  onMove?(then: () => void): void
  /** Shows what the site holds now. */
  refresh?(): Promise<unknown>
}

type Running = { stop(): void }
const place = Symbol.for('signpost.agent-tools')
const holder = globalThis as { [place]?: Running }

/** Who is signed in is asked again at most this often when the page is looked at again, in milliseconds. */
const OFTEN = 3_000
/** When to look for more hosts, in milliseconds: extensions add theirs late. */
const LATER = [1_000, 3_000, 8_000]

/**
 * Offers the tools of this page to its host, and keeps them as they should be while the page moves, somebody signs in or
 * out in any tab, and the person turns them off and on. Called again, as a module that was loaded anew does, it begins anew.
 */
export function startTools(page: Page = {}): void {
  holder[place]?.stop()
  const controller = new AbortController()
  const { signal } = controller
  const tools = registry()
  const panel = openPanel({
    isOn: areOn,
    turn(on) {
      turn(on)
      void update()
    },
    tools: tools.list,
  })
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('signpost.session') : null
  let visitor = nobody
  let isKnown = false
  let asked = -OFTEN
  let turns: Promise<unknown> = Promise.resolve()

  /** Shows the tools once the hosts have responded. A slow host does not delay the next change. */
  const shown = (responded: Promise<unknown>) => void responded.then(() => signal.aborted || panel.show())

  /** Brings the tools in line with the page, the visitor and the switch, one change after the other. */
  const update = () =>
    (turns = turns.then(async () => {
      shown(tools.set(signal.aborted || !areOn() ? [] : await toolsFor(location.pathname, visitor)))
    }))

  /** Asks who is signed in, and tells the other tabs when it is somebody else. */
  async function ask() {
    asked = performance.now()
    const now = await askVisitor()
    if (now.id !== visitor.id) forgetWrites()
    if (now.id !== visitor.id || !isKnown) channel?.postMessage(now.id)
    visitor = now
    isKnown = true
    await update()
  }
  const askAgain = () => {
    if (document.visibilityState === 'visible' && performance.now() - asked > OFTEN) void ask()
  }

  if (channel) channel.onmessage = ({ data }) => void (data !== visitor.id && ask())
  document.addEventListener('visibilitychange', askAgain, { signal })
  addEventListener('pageshow', askAgain, { signal })
  addEventListener(SESSION, () => void ask(), { signal })
  watchSwitch(() => void update(), signal)
  page.onMove?.(() => void (signal.aborted || update()))
  showAfterWrites(async () => page.refresh?.())
  holder[place] = {
    stop() {
      controller.abort()
      channel?.close()
      void update()
      panel.close()
    },
  }
  void update()
  void ask()
  for (const wait of LATER) setTimeout(() => signal.aborted || shown(tools.look()), wait)
}
