import { expect } from 'vitest'
import type { Host, HostTool } from '#agent-tools/tool/host.ts'

/** A host under test, and the tools that it has. */
export type Shape = { host: Host; tools: Map<string, HostTool> }
const shape = (make: (tools: Map<string, HostTool>) => Host) => (): Shape => {
  const tools = new Map<string, HostTool>()
  return { host: make(tools), tools }
}
export const put = (tools: Map<string, HostTool>, tool: HostTool) => {
  if (tools.has(tool.name)) throw new DOMException('Duplicate tool name', 'InvalidStateError')
  tools.set(tool.name, tool)
}
const bySignal = (tools: Map<string, HostTool>): NonNullable<Host['registerTool']> =>
  function (tool, options) {
    put(tools, tool)
    options?.signal?.addEventListener('abort', () => tools.delete(tool.name))
  }

export const shapes = {
  'returns undefined and supports signals': shape((tools) => ({ registerTool: bySignal(tools) })),
  'is frozen': shape((tools) => Object.freeze({ registerTool: bySignal(tools) })),
  'is an instance of a class that reads `this`': shape((tools) => {
    class ModelContext {
      #tools = tools
      registerTool(tool: HostTool, options?: { signal?: AbortSignal }) {
        bySignal(this.#tools)(tool, options)
      }
    }
    return new ModelContext()
  }),
  'returns a promise and turns results into JSON': shape((tools) => ({
    registerTool: async (tool, options) => bySignal(tools)(tool, options),
    executeTool: () => {},
  })),
  'returns a promise that never settles': shape((tools) => ({
    registerTool: (tool, options) => (bySignal(tools)(tool, options), new Promise(() => {})),
  })),
  'returns an object with unregister': shape((tools) => ({
    registerTool: (tool) => (put(tools, tool), { unregister: () => tools.delete(tool.name) }),
  })),
  'has unregisterTool and does not support signals': shape((tools) => ({
    registerTool: (tool) => put(tools, tool),
    unregisterTool: (name) => tools.delete(name),
  })),
  'has signals and an unregisterTool that rejects unknown names': shape((tools) => ({
    registerTool: bySignal(tools),
    unregisterTool: async (name) => {
      if (!tools.delete(name)) throw new DOMException('No such tool', 'NotFoundError')
    },
  })),
  'has provideContext alone': shape((tools) => ({
    provideContext(context) {
      tools.clear()
      for (const tool of context.tools) put(tools, tool)
    },
  })),
  'has registerTool and provideContext': shape((tools) => ({
    registerTool: bySignal(tools),
    provideContext: () => expect.unreachable('provideContext removes the tools of other scripts'),
  })),
}
