import { afterEach, expect, test, vi } from 'vitest'
import type { Host, HostTool } from '#agent-tools/tool/host.ts'
import { createToolRegistry } from '#agent-tools/tool-registry.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const aTool = (name: string): HostTool => ({
  ...{ name, title: name, description: name, inputSchema: {} },
  annotations: { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false },
  execute: async () => ({ ok: true, from: name }),
})
const [a, b, c] = ['a', 'b', 'c'].map(aTool) as [HostTool, HostTool, HostTool]

/** A page with a host that keeps a list of its tools; `refuses` says which it does not take. */
function page({ place = 'document', forgets = true, refuses = (_: string): boolean => false } = {}) {
  const held: HostTool[] = []
  const registerTool: Host['registerTool'] = vi.fn(async (tool, options) => {
    if (refuses(tool.name)) throw new DOMException('Duplicate tool name', 'InvalidStateError')
    held.push(tool)
    if (forgets) options!.signal!.addEventListener('abort', () => held.splice(held.indexOf(tool), 1))
  })
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', {})
  vi.stubGlobal(place, { modelContext: Object.freeze({ registerTool }) })
  return { held, registerTool, names: () => held.map(({ name }) => name).sort() }
}
const taken = (tools: ReturnType<typeof createToolRegistry>) =>
  tools
    .list()
    .filter((one) => one.taken)
    .map(({ name }) => name)

test('new tools are offered, old ones withdrawn and the others left alone', async () => {
  const { names, registerTool } = page()
  const tools = createToolRegistry()
  await tools.set([a, b])
  expect(names()).toEqual(['a', 'b'])
  await tools.set([b, c])
  expect(names()).toEqual(['b', 'c'])
  expect(registerTool).toHaveBeenCalledTimes(3)
  await tools.set([])
  expect(names()).toEqual([])
})

test('a name that another script has is not taken, and the other tools are', async () => {
  const { names } = page({ refuses: (name) => name === 'b' })
  const tools = createToolRegistry()
  await tools.set([a, b, c])
  expect(names()).toEqual(['a', 'c'])
  expect(tools.list()).toMatchObject([{ taken: true }, { taken: false }, { taken: true }])
})

test('a tool withdrawn from a host without signals is unavailable until it is back', async () => {
  const { held } = page({ forgets: false })
  const tools = createToolRegistry()
  await tools.set([a, b])
  const old = held.find(({ name }) => name === 'a')!
  await tools.set([b])
  expect(await old.execute({})).toMatchObject({ error: { code: 'unavailable', hint: 'Available tools: b.' } })
  await tools.set([a, b])
  expect(await old.execute({})).toMatchObject({ ok: true, from: 'a' })
  await tools.set([])
  expect(await old.execute({})).toMatchObject({
    error: { code: 'unavailable', hint: expect.stringContaining('turned tools off') },
  })
})

test('a page without a host has tools that no host took', async () => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', {})
  const tools = createToolRegistry()
  await tools.set([a])
  expect(taken(tools)).toEqual([])
})
