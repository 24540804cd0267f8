import { afterEach, expect, test, vi } from 'vitest'
import type { Host, HostTool } from '#agent-tools/tool/host.ts'
import { whenHostReady } from '#agent-tools/wait-for-host.ts'
import { installPolyfill } from '#agent-tools/polyfill.ts'
import { createToolRegistry } from '#agent-tools/tool-registry.ts'
import { put, shapes, type Shape } from '#tests/agent-tools/host-shapes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const aTool = (name: string): HostTool => ({
  ...{ name, title: name, description: name, inputSchema: {} },
  annotations: { readOnlyHint: true, untrustedContentHint: false, consequentialHint: false },
  execute: async () => (name === 'b' ? { ok: false, error: { code: 'x' } } : { ok: true, from: name }),
})
const [a, b, c] = ['a', 'b', 'c'].map(aTool) as [HostTool, HostTool, HostTool]

type Listed = HostTool & { window?: unknown }
type Native = { getTools(): Promise<Listed[]>; executeTool(tool: Listed, input: object): Promise<string> }

/** Puts hosts on the page. */
function onPage(document: unknown, navigator: unknown) {
  vi.stubGlobal('document', document ? { modelContext: document } : {})
  vi.stubGlobal('navigator', navigator ? { modelContext: navigator } : {})
}
const namesOf = ({ tools }: Shape) => [...tools.keys()].sort()
const takenBy = (tools: ReturnType<typeof createToolRegistry>) =>
  tools
    .list()
    .filter(({ taken }) => taken)
    .map(({ name }) => name)
/** Sets tools, without waiting for hosts that never settle. */
async function set(tools: ReturnType<typeof createToolRegistry>, wanted: HostTool[]) {
  const done = tools.set(wanted)
  await vi.advanceTimersByTimeAsync(2_000)
  await done
}

/** Checks one host: it gets each tool once, it reads results, and it loses the tools. */
async function works(one: Shape, tools: ReturnType<typeof createToolRegistry>) {
  await set(tools, [a, b])
  expect(namesOf(one)).toEqual(['a', 'b'])
  expect(takenBy(tools)).toEqual(['a', 'b'])
  expect(await one.tools.get('a')!.execute({})).toMatchObject({
    ...{ ok: true, from: 'a', isError: false },
    content: [{ type: 'text', text: '{"ok":true,"from":"a"}' }],
  })
  expect(await one.tools.get('b')!.execute({})).toMatchObject({ ok: false, isError: true })
  await set(tools, [b, c])
  expect(namesOf(one)).toEqual(['b', 'c'])
  await set(tools, [])
  expect(namesOf(one)).toEqual([])
  await set(tools, [a])
  expect(namesOf(one)).toEqual(['a'])
  await set(tools, [])
  expect(namesOf(one)).toEqual([])
}

const each = Object.entries(shapes)
const places = each.flatMap(([name, make]) =>
  (['document', 'navigator', 'both'] as const).map((place) => [name, place, make] as const),
)

test.each(places)('a host that %s works on %s', async (_, place, make) => {
  vi.useFakeTimers()
  const one = make()
  onPage(place === 'navigator' ? null : one.host, place === 'document' ? null : one.host)
  await works(one, createToolRegistry())
})

const pairs = each.flatMap(([first, one]) =>
  each.map(([second, other]) => [first, second, one, other] as const),
)

test.each(pairs)(
  'a host that %s and one that %s both get every tool',
  async (_one, _other, make, another) => {
    vi.useFakeTimers()
    const both = [make(), another()] as const
    onPage(both[0].host, both[1].host)
    const tools = createToolRegistry()
    for (const wanted of [[a, b], [b, c], []]) {
      await set(tools, wanted)
      for (const one of both) expect(namesOf(one)).toEqual(wanted.map(({ name }) => name))
    }
  },
)

const refusals: Record<string, () => Host> = {
  throws: () => ({
    registerTool() {
      throw new DOMException('No', 'NotAllowedError')
    },
  }),
  rejects: () => ({ registerTool: () => Promise.reject(new DOMException('No', 'NotAllowedError')) }),
  'rejects provideContext': () => ({ provideContext: () => Promise.reject(new Error('no')) }),
  'has a getter that throws': () => ({
    get registerTool(): never {
      throw new Error('no')
    },
  }),
}

test.each(
  Object.entries(refusals).flatMap(([how, make]) => [
    [how, 'before', make] as const,
    [how, 'after', make] as const,
  ]),
)('a host that %s, %s a good one, does not affect it', async (_, order, make) => {
  vi.useFakeTimers()
  const good = shapes['is frozen']()
  onPage(...((order === 'before' ? [make(), good.host] : [good.host, make()]) as [unknown, unknown]))
  await works(good, createToolRegistry())
})

test('a name that another script has is not taken, and the other tools are', async () => {
  const one = shapes['has unregisterTool and does not support signals']()
  one.tools.set('b', b)
  onPage(null, one.host)
  const tools = createToolRegistry()
  await tools.set([a, b, c])
  expect(takenBy(tools)).toEqual(['a', 'c'])
  await tools.set([])
  expect([...one.tools.values()]).toEqual([b])
})

test('a host that keeps its tools has them again when the page offers them again', async () => {
  const tools = new Map<string, HostTool>()
  onPage({ registerTool: (tool: HostTool) => put(tools, tool) }, null)
  const page = createToolRegistry()
  await page.set([a])
  await page.set([])
  expect(await tools.get('a')!.execute({})).toMatchObject({ isError: true, error: { code: 'unavailable' } })
  await page.set([a])
  expect(takenBy(page)).toEqual(['a'])
  expect(await tools.get('a')!.execute({})).toMatchObject({ isError: false, from: 'a' })
})

test('a host that arrives late gets the current tools, once, beside the first host', async () => {
  const [early, late] = [shapes['is frozen'](), shapes['has provideContext alone']()]
  onPage(early.host, null)
  const tools = createToolRegistry()
  await tools.set([a, b])
  onPage(early.host, late.host)
  await tools.look()
  await tools.look()
  for (const one of [early, late]) expect(namesOf(one)).toEqual(['a', 'b'])
  await tools.set([])
  for (const one of [early, late]) expect(namesOf(one)).toEqual([])
})

test.each(['registerTool', 'provideContext'])('a page waits for a late host with %s', async (method) => {
  vi.useFakeTimers()
  onPage(null, null)
  const start = vi.fn()
  whenHostReady(start)
  await vi.advanceTimersByTimeAsync(500)
  expect(start).not.toHaveBeenCalled()
  onPage(null, { [method]() {} })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(start).toHaveBeenCalledTimes(1)
})

test('the polyfill is one host in both places, and its text has our fields alone', async () => {
  const globals = {
    document: {},
    navigator: {},
    isSecureContext: true,
    location: { origin: 'https://x.test' },
  }
  for (const [name, value] of Object.entries({ ...globals, window: {} })) vi.stubGlobal(name, value)
  installPolyfill()
  const [host, same] = [document, navigator].map(
    (place) => (place as unknown as { modelContext: Native }).modelContext,
  )
  expect(same).toBe(host)
  const tools = createToolRegistry()
  await tools.set([a, b])
  const listed = await host!.getTools()
  expect(listed.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(await host!.executeTool(listed[0]!, {})).toBe('{"ok":true,"from":"a"}')
  await tools.set([])
  expect(await host!.getTools()).toEqual([])
})
