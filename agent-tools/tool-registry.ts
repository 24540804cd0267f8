import { connect, findHosts, type Connection, type Host, type HostTool } from '#agent-tools/tool/host.ts'
import { toHostResult } from '#agent-tools/host-result.ts'
import { failure, type ToolResult } from '#agent-tools/tool/result.ts'

type Offered = { tool: HostTool; controller: AbortController; taken: boolean }

/**
 * Creates a registry that keeps the tools of hosts in sync with the page. A removed tool returns `unavailable` until it
 * is offered again.
 */
export function createToolRegistry() {
  const offered = new Map<string, Offered>()
  const hosts = new Map<Host, Connection>()

  const live = (tool: HostTool, host: Host): HostTool => ({
    ...tool,
    async execute(input, options) {
      const now = offered.get(tool.name)
      const result = now
        ? await now.tool.execute(input, options)
        : failure('unavailable', `${tool.name} is not available on this page.`, {
            hint: offered.size
              ? `Available tools: ${[...offered.keys()].join(', ')}.`
              : 'The person has turned tools off.',
          })
      return toHostResult(result as ToolResult, host)
    },
  })

  /** Offers tools to one host. A host that refuses tools does not affect other hosts. */
  const offer = (host: Host, entries: Iterable<Offered>) =>
    [...entries].map(async (entry) => {
      const { tool, controller } = entry
      if (await hosts.get(host)!.add(live(tool, host), controller.signal)) entry.taken = true
    })

  /** Offers the current tools to hosts added since the last check. */
  function look(): Promise<unknown> {
    const fresh = findHosts().filter((host) => !hosts.has(host))
    for (const host of fresh) hosts.set(host, connect(host))
    return Promise.all(fresh.flatMap((host) => offer(host, offered.values())))
  }

  return {
    look,
    /** Replaces the offered tools on every host. Resolves when each host has responded. */
    async set(tools: HostTool[]): Promise<void> {
      const wanted = new Set(tools.map(({ name }) => name))
      for (const [name, { controller }] of offered) {
        if (wanted.has(name)) continue
        offered.delete(name)
        controller.abort()
        for (const connection of hosts.values()) connection.remove(name)
      }
      const fresh = tools
        .filter(({ name }) => !offered.has(name))
        .map((tool) => ({ tool, controller: new AbortController(), taken: false }))
      const known = [...hosts.keys()]
      for (const entry of fresh) offered.set(entry.tool.name, entry)
      await Promise.all([look(), ...known.flatMap((host) => offer(host, fresh))])
    },
    /** Lists the offered tools and whether a host has accepted each. */
    list: () =>
      [...offered.values()].map(({ tool, taken }) => ({ name: tool.name, title: tool.title, taken })),
  }
}
