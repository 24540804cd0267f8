import type { ModelContext } from '#tests/browser/agent-tools/host-kit.ts'

type Tool = {
  name: string
  description: string
  annotations: object
  execute(input: object, options?: { signal: AbortSignal }): Promise<unknown>
}

/** What a host offers the tests: the same, whatever it offers the page. */
export type Agent = {
  list(): Promise<{ name: string; description: string; annotations: object }[]>
  run(name: string, input: object, signal: AbortSignal): Promise<unknown>
}

// Each of these runs inside the page before its scripts, so it may use nothing of this module.

/** A host as agents in desktop applications bring it: a frozen object with nothing but `registerTool`, which hears signals. */
export function frozenHost() {
  const tools = new Map<string, Tool>()
  const host = Object.freeze({
    registerTool(tool: Tool, options?: { signal?: AbortSignal }) {
      tools.set(tool.name, tool)
      options?.signal?.addEventListener(
        'abort',
        () => tools.get(tool.name) === tool && tools.delete(tool.name),
      )
    },
  })
  Object.defineProperty(Document.prototype, 'modelContext', { get: () => host })
  const agent: Agent = {
    list: async () =>
      [...tools.values()].map(({ name, description, annotations }) => ({ name, description, annotations })),
    // Reads results as a plain host does: our own fields.
    run: async (name, input, signal) => {
      const result = await tools.get(name)!.execute(input, { signal })
      const fields = { ...(result as object) } as Record<string, unknown>
      delete fields.content
      delete fields.isError
      return fields
    },
  }
  Object.assign(window, { agent })
}

/** A host as browsers had it at first, on `navigator`: a name twice is thrown, and signals are not known. */
export function navigatorHost() {
  const tools = new Map<string, Tool>()
  const host = {
    registerTool(tool: Tool) {
      if (tools.has(tool.name)) throw new DOMException('Duplicate tool name', 'InvalidStateError')
      tools.set(tool.name, tool)
    },
    unregisterTool: (name: string) => void tools.delete(name),
  }
  Object.defineProperty(Navigator.prototype, 'modelContext', { get: () => host })
  const agent: Agent = {
    list: async () =>
      [...tools.values()].map(({ name, description, annotations }) => ({ name, description, annotations })),
    // Reads results as an MCP-style host does: the text in `content`.
    run: async (name, input) => {
      const { content } = (await tools.get(name)!.execute(input)) as { content: { text: string }[] }
      return JSON.parse(content[0]!.text) as unknown
    },
  }
  Object.assign(window, { agent })
}

/** Whatever host the page has by then: with the setting, the one that it brings itself. */
export function ownHost() {
  const host = () => (document as unknown as { modelContext?: ModelContext }).modelContext
  const agent: Agent = {
    list: async () =>
      ((await host()?.getTools()) ?? []).map(({ name, description, annotations }) => ({
        ...{ name, description, annotations: annotations as object },
      })),
    async run(name, input, signal) {
      const tool = (await host()!.getTools()).find((one) => one.name === name)
      return JSON.parse(await host()!.executeTool(tool, input, { signal })) as unknown
    },
  }
  Object.assign(window, { agent })
}
