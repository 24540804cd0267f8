import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicPages } from '#app/http/public/public-pages.server.ts'
import { createWarmUp } from '#app/http/server/warm-up.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
let warmed: string[]

beforeEach(async () => {
  it = await openTestApp('sqlite, memory')
  warmed = []
})
afterEach(() => it.close())

type Stub = Partial<Pick<PublicPages, 'warm' | 'isFull'>> & { lastVisit?: () => number }
/** A warm-up whose pages only note that they were rendered, and whose images are there already. */
function warmUp({ lastVisit = () => -Infinity, ...stub }: Stub = {}) {
  const pages = { warm: async (path: string) => void warmed.push(path), isFull: () => false, ...stub }
  const app = { ...it.app, ogImageMaker: { ...it.app.ogImageMaker, canQueue: async () => false } }
  return createWarmUp(app, pages as PublicPages, lastVisit)
}

const all = () => 2 + it.app.contentIndex.entries.length

test('every page is rendered once: listings, pages, documents in order, then posts', async () => {
  warmUp().restart()
  await vi.waitFor(() => expect(warmed.length).toBe(all()))
  expect(new Set(warmed).size).toBe(all())
  expect(warmed.slice(0, 3)).toEqual(['/docs', '/blog', '/'])
  expect(warmed.at(-1)).toMatch(/^\/blog\//)
})

test('with PRERENDER=off nothing is rendered or indexed in advance', async () => {
  const prepareSearch = vi.spyOn(it.app.contentIndex, 'prepareSearch')
  const config = { ...it.app.config, prerender: false }
  const pages = { warm: async (path: string) => void warmed.push(path), isFull: () => false }
  const wants = vi.fn(async () => true)
  const app = { ...it.app, config, ogImageMaker: { ...it.app.ogImageMaker, canQueue: wants } }
  createWarmUp(app, pages as unknown as PublicPages, () => -Infinity).restart()
  await new Promise(setImmediate)
  expect(prepareSearch).not.toHaveBeenCalled()
  expect(warmed).toEqual([])
  expect(wants).not.toHaveBeenCalled()
})

test('it ends when the memory for pages is full', async () => {
  const asked = vi.fn()
  warmUp({ isFull: () => (asked(), warmed.length === 3) }).restart()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(4))
  expect(warmed.length).toBe(3)
})

test('a page that fails is logged and passed over', async () => {
  const error = vi.spyOn(it.app.log, 'error')
  const warm = async (path: string) => {
    warmed.push(path)
    if (path === '/blog') throw new Error('broken')
  }
  warmUp({ warm }).restart()
  await vi.waitFor(() => expect(warmed.length).toBe(all()))
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ path: '/blog' }),
    'a page could not be rendered in advance',
  )
})

test('while there are visitors it rests nine times as long as it works', async () => {
  const times: number[] = []
  const warm = async () => {
    const until = performance.now() + 20
    while (performance.now() < until);
    times.push(performance.now())
  }
  warmUp({ warm, lastVisit: () => performance.now(), isFull: () => times.length === 3 }).restart()
  await vi.waitFor(() => expect(times.length).toBe(3), { timeout: 5_000 })
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(195)
})

test('a new beginning ends the round before it', async () => {
  const both = warmUp({
    warm: async (path) => {
      warmed.push(path)
      if (warmed.length === 2) both.restart()
    },
  })
  both.restart()
  await vi.waitFor(() => expect(warmed.length).toBe(2 + all()))
  expect(warmed.slice(0, 4)).toEqual(['/docs', '/blog', '/docs', '/blog'])
  both.stop()
})
