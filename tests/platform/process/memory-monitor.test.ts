import { afterEach, expect, test, vi } from 'vitest'
import { startMemoryMonitor } from '#app/platform/process/memory-monitor.server.ts'

let stop = () => {}
afterEach(() => stop())

function aWatch() {
  const state = { share: 0.3 }
  const relieve = vi.fn()
  const log = { warn: vi.fn(), info: vi.fn() }
  const watch = startMemoryMonitor({ relieve, log, share: () => state.share })
  stop = watch.stop
  const look = (share: number, times = 1) => {
    state.share = share
    for (let n = 0; n < times; n += 1) watch.look()
  }
  return { look, relieve, log, isShort: watch.isShort }
}

test('caches are released once when memory gets tight, and again the next time', () => {
  const { look, relieve, isShort } = aWatch()
  look(0.85, 2)
  expect(relieve).not.toHaveBeenCalled()
  look(0.85, 10)
  expect(relieve).toHaveBeenCalledOnce()
  look(0.3)
  look(0.85, 3)
  expect(relieve).toHaveBeenCalledTimes(2)
  expect(isShort()).toBe(false)
})

test('garbage that comes and goes is no shortage', () => {
  const { look, relieve, isShort, log } = aWatch()
  for (let n = 0; n < 20; n += 1) {
    look(0.97, 2)
    look(0.5)
  }
  expect(relieve).not.toHaveBeenCalled()
  expect(isShort()).toBe(false)
  expect(log.warn).not.toHaveBeenCalled()
})

test('a shortage begins after three looks, and lasts until there is room again', () => {
  const { look, isShort, log } = aWatch()
  look(0.95, 3)
  expect(isShort()).toBe(true)
  look(0.85, 5)
  expect(isShort()).toBe(true)
  expect(log.info).not.toHaveBeenCalled()
  look(0.7)
  expect(isShort()).toBe(false)
  expect(log.warn).toHaveBeenCalledTimes(2)
  expect(log.info).toHaveBeenCalledOnce()
})

test('without being told, it looks at the process itself', () => {
  const relieve = vi.fn()
  const watch = startMemoryMonitor({ relieve, log: { warn: vi.fn(), info: vi.fn() } })
  stop = watch.stop
  for (let n = 0; n < 5; n += 1) watch.look()
  expect(watch.isShort()).toBe(false)
  expect(relieve).not.toHaveBeenCalled()
})
