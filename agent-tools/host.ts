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

/**
 * The hosts of this page, the one to try first before the other: `document.modelContext`, and `navigator.modelContext`
 * where browsers are older. Empty without one.
 */
export function findHosts(page: Place = document as Place, browser: Place = navigator as Place): Host[] {
  const found = [page, browser]
    .map((place) => place.modelContext)
    .filter((host): host is Host => typeof host?.registerTool === 'function')
  return [...new Set(found)]
}

/** How long a host that promises an answer may take, in milliseconds. One that never answers has the tool. */
const PATIENCE = 2_000

/**
 * Offers a tool until `signal` aborts. Resolves to whether the host took it; a host that refuses (a name twice, a policy)
 * leaves the page as it was and never causes an unhandled rejection.
 */
export async function offer(host: Host, tool: HostTool, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = Promise.resolve(host.registerTool(tool, { signal }))
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    return !signal.aborted
  } catch {
    return false
  }
}
