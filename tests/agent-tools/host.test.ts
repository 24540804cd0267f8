import { afterEach, expect, test, vi } from 'vitest'
import { toHostResult } from '#agent-tools/host-result.ts'
import { connect, findHosts, type Host, type HostTool } from '#agent-tools/tool/host.ts'
import { searchSite } from '#agent-tools/everyone/pages.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const aHost = (registerTool: Host['registerTool'] = vi.fn()): Host => ({ registerTool })
const signal = () => new AbortController().signal

test('hosts are found in both places, and an object in both places once', () => {
  const [one, other] = [aHost(), aHost()]
  expect(findHosts({ modelContext: one }, { modelContext: other })).toEqual([one, other])
  expect(findHosts({ modelContext: one }, { modelContext: one })).toEqual([one])
  expect(findHosts({ modelContext: one }, {})).toEqual([one])
  expect(findHosts({}, { modelContext: other })).toEqual([other])
  expect(findHosts({}, {})).toEqual([])
})

test.each([undefined, null, {}, { registerTool: 'yes' }, 'text', 7])(
  'the value %j is not a host, and the other place is still used',
  (modelContext) => {
    const other = aHost()
    expect(findHosts({ modelContext }, {})).toEqual([])
    expect(findHosts({ modelContext }, { modelContext: other })).toEqual([other])
  },
)

test('a place that throws when it is read is not a host, and the other one is used', () => {
  const other = aHost()
  const closed = {
    get modelContext(): unknown {
      throw new DOMException('No', 'SecurityError')
    },
  }
  expect(findHosts(closed, { modelContext: other })).toEqual([other])
})

test('the host of the page itself is found in its globals', () => {
  const host = aHost()
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { modelContext: host })
  expect(findHosts()).toEqual([host])
})

test('registerTool is called on its host, with the signal that removes the tool', async () => {
  const given = signal()
  let seen: unknown
  const host = {
    registerTool(this: unknown, tool: HostTool, options?: { signal?: AbortSignal }) {
      seen = [this === host, tool, options?.signal]
    },
  }
  expect(await connect(host).add(searchSite, given)).toBe(true)
  expect(seen).toEqual([true, searchSite, given])
})

test('a tool that is removed during its registration counts as not taken', async () => {
  const controller = new AbortController()
  const host = aHost(async () => controller.abort())
  expect(await connect(host).add(searchSite, controller.signal)).toBe(false)
})

test('a host that settles after the removal loses the tool then', async () => {
  const controller = new AbortController()
  const unregister = vi.fn()
  let settle = (_: unknown): void => {}
  const host = aHost(() => new Promise((resolve) => (settle = resolve)))
  const connection = connect(host)
  const added = connection.add(searchSite, controller.signal)
  controller.abort()
  connection.remove(searchSite.name)
  settle({ unregister })
  expect(await added).toBe(false)
  expect(unregister).toHaveBeenCalledTimes(1)
})

test('a host that never responds has the tool after a while', async () => {
  vi.useFakeTimers()
  const answer = connect(aHost(() => new Promise(() => {}))).add(searchSite, signal())
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await answer).toBe(true)
  vi.useRealTimers()
})

test('provideContext gets the whole set once for many changes', async () => {
  const provideContext = vi.fn()
  const connection = connect({ provideContext })
  await Promise.all(['a', 'b'].map((name) => connection.add({ ...searchSite, name }, signal())))
  connection.remove('a')
  connection.remove('never_added')
  await connection.add({ ...searchSite, name: 'c' }, signal())
  const sets = provideContext.mock.calls.map(([{ tools }]) => (tools as HostTool[]).map(({ name }) => name))
  expect(sets).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
})

test('results have content for MCP-style hosts beside our fields', () => {
  const failed = { ok: false, error: { code: 'x', message: 'x', path: null, hint: null, retryable: false } }
  expect(toHostResult({ ok: true, total: 2 }, aHost())).toEqual({
    ...{ ok: true, total: 2, isError: false },
    content: [{ type: 'text', text: '{"ok":true,"total":2}' }],
  })
  expect(toHostResult(failed as never, aHost())).toMatchObject({
    ...{ ...failed, isError: true },
    content: [{ type: 'text', text: JSON.stringify(failed) }],
  })
})

test('the JSON text of a host that stringifies results has our fields alone', () => {
  const made = toHostResult({ ok: true, total: 2 }, { ...aHost(), executeTool() {} })
  expect(made).toMatchObject({ ok: true, content: [{ type: 'text' }], isError: false })
  expect(JSON.stringify(made)).toBe('{"ok":true,"total":2}')
})
