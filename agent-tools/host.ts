/** What a browser or an agent's page shim offers. Only `registerTool` may be taken for granted; it may return nothing. */
export type Host = { registerTool(tool: HostTool, options?: { signal?: AbortSignal }): unknown }

/** A tool in the shape of the WebMCP draft. */
export type HostTool = {
  name: string
  title: string
  description: string
  inputSchema: object
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean; consequentialHint: boolean }
  execute(input: unknown, options?: { signal?: AbortSignal }): Promise<unknown>
}

type Place = { modelContext?: Partial<Host> }

/** The host of this page: `document.modelContext`, or `navigator.modelContext` where browsers are older. Null without one. */
export function findHost(page: Place = document as Place, browser: Place = navigator as Place): Host | null {
  for (const place of [page, browser]) {
    const host = place.modelContext
    if (typeof host?.registerTool === 'function') return host as Host
  }
  return null
}

/**
 * Offers a tool until `signal` aborts. Resolves to whether the host took it; a host that refuses (a name twice, a policy)
 * leaves the page as it was and never causes an unhandled rejection.
 */
export async function offer(host: Host, tool: HostTool, signal: AbortSignal): Promise<boolean> {
  try {
    await host.registerTool(tool, { signal })
    return !signal.aborted
  } catch {
    return false
  }
}
