/** The API of Chromium 156 as the cases use it; what they hand it is often wrong on purpose. */
export type ModelContext = EventTarget & {
  registerTool(tool: unknown, options?: unknown): Promise<undefined>
  getTools(options?: unknown): Promise<RegisteredTool[]>
  executeTool(tool: unknown, input?: unknown, options?: unknown): Promise<string>
  ontoolchange: unknown
  ontoolactivated: unknown
  ontoolcancel: unknown
}
export type RegisteredTool = {
  name: string
  title: string
  description: string
  inputSchema: Record<string, unknown>
  annotations: unknown
  origin: string
  window: unknown
}

/** What a case gets inside the page. */
export type Kit = ReturnType<typeof makeKit>

/** Something that a host is asked to do, and what becomes of it. */
export type HostCase = [sentence: string, act: (kit: Kit) => unknown, outcome: unknown]

/** Runs inside the page, so it may use nothing of this module. */
export function makeKit() {
  type Options = { signal: AbortSignal }
  const host = (document as unknown as { modelContext: ModelContext }).modelContext
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const until = async (isSo: () => boolean) => {
    for (let turn = 0; !isSo() && turn < 500; turn++) await wait(10)
  }
  const tool = (name: unknown, execute: (input: never, options: Options) => unknown = () => 'x') => ({
    ...{ name, description: 'd', execute },
  })

  /** What a promise came to. Of errors whose text browsers word as they like, the name alone. */
  const outcome = async (promise: Promise<unknown>) => {
    try {
      return { value: await promise }
    } catch (error) {
      const { name, message } = error as Error
      return /^(Error|InvalidStateError|SecurityError)$/.test(name) ? `${name}: ${message}` : name
    }
  }
  const outcomes = (promises: Promise<unknown>[]) => Promise.all(promises.map(outcome))
  const named = async (name: string) => (await host.getTools()).find((one) => one.name === name)

  return {
    ...{ host, wait, until, tool, outcome, outcomes, named },
    register: (...[name, execute]: Parameters<typeof tool>) => host.registerTool(tool(name, execute)),
    run: async (name: string, ...rest: unknown[]) => host.executeTool(await named(name), ...rest),
    names: async () => (await host.getTools()).map(({ name }) => name),
    /** The events from now on, with the tool that they name. */
    heard() {
      const events: string[] = []
      for (const type of ['toolchange', 'toolactivated', 'toolcancel'])
        host.addEventListener(type, (event) =>
          events.push([type, (event as { toolName?: string }).toolName].filter(Boolean).join(' ')),
        )
      return events
    },
    circular() {
      const value: Record<string, unknown> = {}
      return Object.assign(value, { value })
    },
  }
}
