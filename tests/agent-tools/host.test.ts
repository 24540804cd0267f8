import { afterEach, expect, test, vi } from 'vitest'
import { findHosts, offer, type Host, type HostTool } from '#agent-tools/host.ts'
import { searchSite } from '#agent-tools/search-site.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const aHost = (registerTool: Host['registerTool'] = vi.fn()): Host => ({ registerTool })
const signal = () => new AbortController().signal

test('the document’s host comes before the navigator’s, and either will do', () => {
  const [one, other] = [aHost(), aHost()]
  expect(findHosts({ modelContext: one }, { modelContext: other })).toEqual([one, other])
  expect(findHosts({ modelContext: one }, { modelContext: one })).toEqual([one])
  expect(findHosts({ modelContext: one }, {})).toEqual([one])
  expect(findHosts({}, { modelContext: other })).toEqual([other])
  expect(findHosts({}, {})).toEqual([])
})

test.each([undefined, null, {}, { registerTool: 'yes' }, { provideContext: () => {} }])(
  'a host %j without a registerTool is none, and the other place is looked at',
  (modelContext) => {
    const other = aHost()
    const page = { modelContext } as Parameters<typeof findHosts>[0]
    expect(findHosts(page, {})).toEqual([])
    expect(findHosts(page, { modelContext: other })).toEqual([other])
  },
)

test('the host of the page itself is found in its globals', () => {
  const host = aHost()
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { modelContext: host })
  expect(findHosts()).toEqual([host])
})

test('a frozen host is used as it is', async () => {
  const taken: HostTool[] = []
  const host = Object.freeze(aHost((tool) => void taken.push(tool)))
  expect(findHosts(Object.freeze({ modelContext: host }), {})).toEqual([host])
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

test('a host that never answers has the tool after a while', async () => {
  vi.useFakeTimers()
  const answer = offer(
    aHost(() => new Promise(() => {})),
    searchSite,
    signal(),
  )
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await answer).toBe(true)
  vi.useRealTimers()
})
