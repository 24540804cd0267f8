import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageObserver } from '#app/ui/scripts/moving-page.ts'

type State = { location: { pathname: string }; revalidation: string; navigation: { state: string } }

/** A router as Remix leaves it on the window, which reads for as long as it is told to. */
function aRouter() {
  const subscribers = new Set<(state: State) => void>()
  const atRest: State = {
    location: { pathname: '/a' },
    revalidation: 'idle',
    navigation: { state: 'idle' },
  }
  const router = {
    state: atRest,
    /** Readings begun, and those given up for another. */
    counts: { begun: 0, givenUp: 0 },
    subscribe(then: (state: State) => void) {
      subscribers.add(then)
      return () => subscribers.delete(then)
    },
    become(part: Partial<State>) {
      router.state = { ...router.state, ...part }
      for (const then of [...subscribers]) then(router.state)
    },
    revalidate() {
      router.counts.begun++
      if (router.state.revalidation !== 'idle') router.counts.givenUp++
      router.become({ revalidation: 'loading' })
    },
    listeners: () => subscribers.size,
  }
  return router
}

let router: ReturnType<typeof aRouter>
beforeEach(() => {
  router = aRouter()
  vi.stubGlobal('window', { __remixRouter: router })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a refresh ends when the page has new data, and removes its listener', async () => {
  const { refresh } = await createPageObserver()
  const ended = vi.fn()
  const shown = refresh().then(ended)
  await vi.advanceTimersByTimeAsync(10)
  expect([router.counts.begun, ended.mock.calls.length]).toEqual([1, 0])
  router.become({ revalidation: 'idle' })
  await shown
  expect([ended.mock.calls.length, router.listeners()]).toEqual([1, 0])
})

test.each([
  ['the data', { revalidation: 'loading' }, { revalidation: 'idle' }],
  ['another page', { navigation: { state: 'loading' } }, { navigation: { state: 'idle' } }],
])('while it reads %s it is not asked again: both are read to their end', async (_, busy, free) => {
  router.become(busy)
  const { refresh } = await createPageObserver()
  const both = Promise.all([refresh(), refresh()])
  expect(router.counts.begun).toBe(0)
  router.become(free)
  expect(router.counts.begun).toBe(1)
  router.become({ revalidation: 'idle' })
  expect(router.counts.begun).toBe(2)
  router.become({ revalidation: 'idle' })
  await both
  expect(router.counts.givenUp).toBe(0)
})

test('a page that takes too long is not waited for, and is read all the same', async () => {
  router.become({ revalidation: 'loading' })
  const { refresh } = await createPageObserver()
  const shown = refresh()
  await vi.advanceTimersByTimeAsync(1_000)
  await shown
  router.become({ revalidation: 'idle' })
  expect(router.counts.begun).toBe(1)
})

test('moving is told when the address changes, and not when only the data does', async () => {
  const { onNavigate: onMove } = await createPageObserver()
  const moved = vi.fn()
  onMove(moved)
  router.become({ revalidation: 'loading' })
  expect(moved).not.toHaveBeenCalled()
  router.become({ location: { pathname: '/b' } })
  router.become({ revalidation: 'idle' })
  expect(moved).toHaveBeenCalledTimes(1)
})
