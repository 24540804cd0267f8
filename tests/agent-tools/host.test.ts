import { afterEach, expect, test, vi } from 'vitest'
import { findHost, offer, type Host, type HostTool } from '#agent-tools/host.ts'
import { registerTools, tools } from '#agent-tools/index.ts'
import { searchSite } from '#agent-tools/search-site.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const aHost = (registerTool: Host['registerTool'] = vi.fn()): Host => ({ registerTool })
const signal = () => new AbortController().signal

test('the document’s host comes before the navigator’s, and either will do', () => {
  const [one, other] = [aHost(), aHost()]
  expect(findHost({ modelContext: one }, { modelContext: other })).toBe(one)
  expect(findHost({ modelContext: one }, {})).toBe(one)
  expect(findHost({}, { modelContext: other })).toBe(other)
  expect(findHost({}, {})).toBeNull()
})

test.each([undefined, null, {}, { registerTool: 'yes' }, { provideContext: () => {} }])(
  'a host %j without a registerTool is none, and the other place is looked at',
  (modelContext) => {
    const other = aHost()
    const page = { modelContext } as Parameters<typeof findHost>[0]
    expect(findHost(page, {})).toBeNull()
    expect(findHost(page, { modelContext: other })).toBe(other)
  },
)

test('the host of the page itself is found in its globals', () => {
  const host = aHost()
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { modelContext: host })
  expect(findHost()).toBe(host)
})

test('a frozen host is used as it is', async () => {
  const taken: HostTool[] = []
  const host = Object.freeze(aHost((tool) => void taken.push(tool)))
  expect(findHost(Object.freeze({ modelContext: host }), {})).toBe(host)
  expect(await offer(host, searchSite, signal())).toBe(true)
  expect(taken).toEqual([searchSite])
})

test('registerTool is called on its host, with the signal that takes the tool back', async () => {
  const given = signal()
  let seen: unknown
  const host = {
    registerTool(this: unknown, tool: HostTool, options?: { signal?: AbortSignal }) {
      seen = [this === host, tool, options?.signal]
    },
  }
  await offer(host, searchSite, given)
  expect(seen).toEqual([true, searchSite, given])
})

test.each([
  ['returns nothing', () => undefined, true],
  ['returns a promise', async () => undefined, true],
  ['returns an object', () => ({ unregister() {} }), true],
  [
    'throws',
    () => {
      throw new Error('a name twice')
    },
    false,
  ],
  [
    'rejects',
    async () => {
      throw new Error('a policy')
    },
    false,
  ],
] as [string, () => unknown, boolean][])(
  'a host that %s leaves the page as it was',
  async (_, registerTool, taken) => {
    expect(await offer(aHost(registerTool), searchSite, signal())).toBe(taken)
  },
)

test('a tool that was taken back while the host took it counts as not taken', async () => {
  const controller = new AbortController()
  const host = aHost(async () => controller.abort())
  expect(await offer(host, searchSite, controller.signal)).toBe(false)
})

test('every tool is offered to the page’s host, also when it refuses one, until they are taken back', async () => {
  const seen: [string, AbortSignal][] = []
  const host = aHost((tool, options) => {
    seen.push([tool.name, options!.signal!])
    if (seen.length === 1) throw new Error('no')
  })
  vi.stubGlobal('document', { modelContext: host })
  vi.stubGlobal('navigator', {})
  const takeBack = registerTools()
  await vi.waitFor(() => expect(seen.map(([name]) => name)).toEqual(tools.map(({ name }) => name)))
  expect(seen.map(([, { aborted }]) => aborted)).toEqual(tools.map(() => false))
  takeBack()
  expect(seen.map(([, { aborted }]) => aborted)).toEqual(tools.map(() => true))
})

test('without a host nothing happens', () => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', {})
  registerTools()()
})
