import { findHosts, offer, type Host, type HostTool } from '#agent-tools/host.ts'
import { failure } from '#agent-tools/result.ts'

type Offered = { tool: HostTool; controller: AbortController; taken: boolean }

/**
 * Keeps a host's tools as they should be: what is new is offered, what is gone is taken back, what stays is not touched.
 * Hosts that keep a tool all the same, because they know no signals, get `unavailable` from it; when it is back, it works.
 */
export function registry() {
  const offered = new Map<string, Offered>()
  let host: Host | null = null

  const live = (tool: HostTool): HostTool => ({
    ...tool,
    async execute(input, options) {
      const now = offered.get(tool.name)
      if (now) return now.tool.execute(input, options)
      return failure('unavailable', `${tool.name} is not offered on this page now.`, {
        hint: offered.size
          ? `There are ${[...offered.keys()].join(', ')}.`
          : 'The person has turned tools off.',
      })
    },
  })

  async function add(tool: HostTool): Promise<void> {
    const controller = new AbortController()
    const entry = { tool, controller, taken: false }
    offered.set(tool.name, entry)
    for (const one of host ? [host] : findHosts()) {
      const taken = await offer(one, live(tool), controller.signal)
      if (offered.get(tool.name) === entry) entry.taken = taken
      if (taken) host = one
      if (taken || controller.signal.aborted) return
    }
  }

  return {
    /** Makes these the tools that are offered. Resolves when the host has answered. */
    async set(tools: HostTool[]): Promise<void> {
      const wanted = new Set(tools.map(({ name }) => name))
      for (const [name, { controller }] of offered) {
        if (wanted.has(name)) continue
        offered.delete(name)
        controller.abort()
      }
      const fresh = tools.filter(({ name }) => !offered.has(name))
      if (!host && fresh.length > 1) await add(fresh.shift()!)
      await Promise.all(fresh.map(add))
    },
    /** The tools that are offered, and whether the host took each. */
    list: () =>
      [...offered.values()].map(({ tool, taken }) => ({ name: tool.name, title: tool.title, taken })),
  }
}
