/**
 * Host provided by a browser or a shim. At least one of `registerTool` and `provideContext` exists, and both can return
 * nothing.
 */
export type Host = {
  registerTool?(tool: HostTool, options?: { signal?: AbortSignal }): unknown
  provideContext?(context: { tools: HostTool[] }): unknown
  unregisterTool?(name: string): unknown
  executeTool?: unknown
}

/** Tool in the shape of the WebMCP draft. */
export type HostTool = {
  name: string
  title: string
  description: string
  inputSchema: object
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean; consequentialHint: boolean }
  execute(input: unknown, options?: { signal?: AbortSignal }): Promise<unknown>
}

type HostOwner = { modelContext?: unknown }

const has = (host: Host | null | undefined, method: 'registerTool' | 'provideContext') =>
  typeof host?.[method] === 'function'

/** Finds each host once, on `navigator` (the specification) and on `document` (current browsers). */
export function findHosts(
  page: HostOwner = document as HostOwner,
  browser: HostOwner = navigator as HostOwner,
): Host[] {
  const found = [page, browser].flatMap((place) => {
    try {
      const host = place.modelContext as Host | null | undefined
      return host && (has(host, 'registerTool') || has(host, 'provideContext')) ? [host] : []
    } catch {
      return []
    }
  })
  return [...new Set(found)]
}

/** Timeout for a host to accept a tool, in milliseconds. A host that never settles counts as accepting the tool. */
const TIMEOUT_MS = 2_000

type HostCallResult = { taken: boolean; value?: unknown }

/**
 * Calls a host and waits at most `TIMEOUT_MS`. A host that throws or rejects has not accepted the tool. Never throws.
 */
async function callHost(call: () => unknown): Promise<HostCallResult> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, TIMEOUT_MS)))
    return { taken: true, value: await Promise.race([call(), limit]) }
  } catch {
    return { taken: false }
  } finally {
    clearTimeout(timer)
  }
}

/** Connection to one host that adds and removes tools through either API. Neither method throws. */
export type Connection = {
  /** Resolves to true if the host has the tool. `signal` removes the tool from hosts that support signals. */
  add(tool: HostTool, signal: AbortSignal): Promise<boolean>
  /** Removes a tool from hosts that do not support signals. */
  remove(name: string): void
}

/** Connects to a host. `provideContext` replaces other scripts' tools, so it is used only without `registerTool`. */
export const connect = (host: Host): Connection =>
  has(host, 'registerTool') ? individualRegistration(host) : bulkRegistration(host)

type Registration = { value?: unknown }

function individualRegistration(host: Host): Connection {
  const held = new Map<string, Registration>()

  /** Removes a registration by its own method or by name. Returns false if the host supports neither. */
  function undo({ value }: Registration, name: string): boolean {
    const own = (value as { unregister?: unknown } | null | undefined)?.unregister
    if (typeof own !== 'function' && typeof host.unregisterTool !== 'function') return false
    void callHost(() => (typeof own === 'function' ? own.call(value) : host.unregisterTool!(name)))
    return true
  }

  return {
    async add(tool, signal) {
      const { name } = tool
      const before = held.get(name)
      const mine: Registration = {}
      held.set(name, mine)
      const { taken, value } = await callHost(() => host.registerTool!(tool, { signal }))
      mine.value = value
      const isLatest = held.get(name) === mine
      if (taken && !signal.aborted) return true
      if (taken && (isLatest || !held.has(name))) undo(mine, name)
      if (isLatest) held.delete(name)
      // A host that could not remove the earlier tool refuses the new tool, so the earlier tool is active again.
      if (isLatest && before) held.set(name, before)
      return Boolean(before) && !signal.aborted
    },
    remove(name) {
      const mine = held.get(name)
      if (mine && undo(mine, name)) held.delete(name)
    },
  }
}

function bulkRegistration(host: Host): Connection {
  const tools = new Map<string, HostTool>()
  let next: Promise<HostCallResult> | null = null

  /** Sends the whole set of tools once per batch of changes. */
  const send = () =>
    (next ??= Promise.resolve().then(() => {
      next = null
      return callHost(() => host.provideContext!({ tools: [...tools.values()] }))
    }))

  return {
    async add(tool, signal) {
      tools.set(tool.name, tool)
      return (await send()).taken && !signal.aborted
    },
    remove(name) {
      if (tools.delete(name)) void send()
    },
  }
}
