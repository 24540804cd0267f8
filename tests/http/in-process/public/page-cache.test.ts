import { expect, test } from 'vitest'
import { createPageCache, type PublicPage } from '#app/http/public/page-cache.server.ts'

const KILOBYTE = 1024

const page = (key: string, kilobytes = 96): PublicPage => ({
  key,
  digest: 'd',
  status: 200,
  bodies: { html: { bytes: Buffer.alloc(kilobytes * KILOBYTE) } },
  encodings: new Map(),
  negotiated: new Map(),
})

test('the page used least recently makes room when the megabytes are used up', () => {
  const cache = createPageCache(1)
  for (let at = 0; at < 9; at++) cache.set(page(`/${at}`))
  expect(cache.isFull()).toBe(true)
  expect(cache.get('/0', 'd')?.key).toBe('/0')
  cache.set(page('/10'))
  expect([cache.get('/0', 'd')?.key, cache.get('/1', 'd')]).toEqual(['/0', undefined])
})

test('a page is weighed with all its forms, and a buffer they share counts once', () => {
  const cache = createPageCache(1)
  const one = page('/one', 400)
  cache.set(one)
  cache.set(page('/other', 400))
  const whole = one.bodies.html!.bytes
  const form = { path: '/one', representation: 'html' as const, etag: null, unchanged: [], whole: [] }
  one.encodings.set('html identity', { ...form, bytes: whole })
  cache.set(one)
  expect(cache.get('/other', 'd')).toBeDefined()
  one.encodings.set('html br', { ...form, bytes: Buffer.alloc(400 * KILOBYTE) })
  cache.set(one)
  expect([cache.get('/one', 'd')?.key, cache.get('/other', 'd')]).toEqual(['/one', undefined])
})

test('a page that is larger than all of the memory is not kept', () => {
  const cache = createPageCache(1)
  cache.set(page('/small'))
  cache.set(page('/huge', 2_000))
  expect([cache.get('/small', 'd')?.key, cache.get('/huge', 'd')]).toEqual(['/small', undefined])
})

test('a page of other content is not there, and forgetting leaves nothing', () => {
  const cache = createPageCache(1)
  cache.set(page('/one'))
  expect(cache.get('/one', 'another')).toBeUndefined()
  cache.clear()
  expect(cache.get('/one', 'd')).toBeUndefined()
})
