import { randomBytes } from 'node:crypto'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry } from '#app/features/content/schema.ts'
import type { ImageEngine } from '#app/features/content/og-image/engine.server.ts'
import { ogImage, warmOgImages } from '#app/features/content/og-image/og-image.server.tsx'
import { refusalOf } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'
import { aHome, anEntry, many, publishing } from '#tests/support/db/share.ts'

let dir: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ path: dir, remove } = await temporaryFolder())
})
afterEach(() => remove())

const markdown = { path: '/share/docs/markdown.png' }
const home = { path: '/share/index.png' }

/** An engine that draws nothing and waits, image by image, to be told to go on. */
function slowEngine() {
  const gates: (() => void)[] = []
  const engine = vi.fn<ImageEngine>(
    () => new Promise((resolve) => gates.push(() => resolve(Buffer.from('image')))),
  )
  const next = async () => {
    await vi.waitFor(() => expect(gates.length).toBeGreaterThan(0))
    gates.shift()!()
  }
  return { engine, next, load: async () => engine }
}
/** An engine that draws at once: bytes that no other drawing of it has. */
function quickEngine() {
  const engine = vi.fn<ImageEngine>(async () => randomBytes(2_000))
  return { engine, load: async () => engine }
}
const noEngine = () => Promise.reject(new Error('Cannot find native binding'))

test('an image that is kept is served without an engine', async () => {
  const { load } = quickEngine()
  const image = await ogImage(publishing([anEntry()], { dir, load }).ctx, markdown)
  expect(await ogImage(publishing([anEntry()], { dir, load: noEngine }).ctx, markdown)).toEqual(image)
})

test.each([
  ['cut short', (file: string) => truncate(file, 1_000)],
  ['empty', (file: string) => writeFile(file, '')],
  [
    'changed',
    async (file: string) => {
      const bytes = await readFile(file)
      bytes[500]! ^= 1
      await writeFile(file, bytes)
    },
  ],
])('a kept image that is %s is made anew', async (_, damage) => {
  const { engine, load } = quickEngine()
  const { ctx } = publishing([anEntry()], { dir, load })
  await ogImage(ctx, markdown)
  const files = await readdir(dir)
  expect(files).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/)])
  const file = join(dir, files[0]!)
  const { length } = await readFile(file)
  await damage(file)
  const anew = await ogImage(ctx, markdown)
  expect(anew).toEqual(await engine.mock.results[1]!.value)
  expect(await ogImage(publishing([anEntry()], { dir, load: noEngine }).ctx, markdown)).toEqual(anew)
  expect(await readFile(file)).toHaveLength(length)
})

test('a folder that takes no file costs a warning and no image', async () => {
  const file = join(dir, 'file')
  await writeFile(file, '')
  const { engine, load } = quickEngine()
  const { ctx, log } = publishing([anEntry()], { dir: file, load })
  expect(await ogImage(ctx, markdown)).toEqual(await engine.mock.results[0]!.value)
  expect(log.warn).toHaveBeenCalledOnce()
})

test('an image that many ask for at once is made once', async () => {
  const { engine, next, load } = slowEngine()
  const { ctx } = publishing([anEntry()], { dir, load })
  const asked = Array.from({ length: 5 }, () => ogImage(ctx, markdown))
  await next()
  expect(new Set((await Promise.all(asked)).map(String))).toEqual(new Set(['image']))
  await ogImage(ctx, markdown)
  expect(engine).toHaveBeenCalledOnce()
})

test('one image is made at a time, fifty may wait, and the next is asked to come back', async () => {
  const { engine, next, load } = slowEngine()
  const entries = many(52)
  const { ctx } = publishing(entries, { load })
  const ask = ({ path }: Entry) => ogImage(ctx, { path: `/share${path}.png` })
  const first = ask(entries[0]!)
  await vi.waitFor(() => expect(engine).toHaveBeenCalledOnce())
  const waiting = entries.slice(1, 51).map(ask)
  const refusal = { status: 503, code: 'unavailable', headers: { 'Retry-After': '5' } }
  expect(await refusalOf(() => ask(entries[51]!))).toMatchObject(refusal)
  for (const [done, image] of [first, ...waiting].entries()) {
    await vi.waitFor(() => expect(engine).toHaveBeenCalledTimes(done + 1))
    await next()
    await image
  }
  const late = ask(entries[51]!)
  await next()
  expect(String(await late)).toBe('image')
})

test('an image that fails does not hold up the next, and is tried again', async () => {
  const engine = vi.fn<ImageEngine>(async () => Buffer.from('image'))
  engine.mockRejectedValueOnce(new Error('no such shape'))
  const { ctx } = publishing([anEntry(), aHome()], { load: async () => engine })
  const [failed, fine] = [ogImage(ctx, markdown), ogImage(ctx, home)]
  await expect(failed).rejects.toThrow('no such shape')
  expect(String(await fine)).toBe('image')
  expect(String(await ogImage(ctx, markdown))).toBe('image')
})

test('without an engine every image is refused as unavailable, and logged once', async () => {
  const { ctx, log } = publishing([anEntry(), aHome()], { dir, load: noEngine })
  const refusal = { status: 503, code: 'unavailable', headers: { 'Retry-After': '3600' } }
  for (const image of [markdown, home, markdown]) {
    expect(await refusalOf(() => ogImage(ctx, image))).toMatchObject(refusal)
  }
  await warmOgImages(ctx, [aHome()], async () => {})
  expect(log.error).toHaveBeenCalledOnce()
})

test('warming renders missing images one by one with pauses, and skips failures', async () => {
  const entries = many(4)
  const engine = vi.fn<ImageEngine>(async () => Buffer.from('image'))
  const { ctx, log } = publishing(entries, { dir, load: async () => engine })
  await ogImage(ctx, { path: '/share/docs/0.png' })
  engine.mockRejectedValueOnce(new Error('no such shape'))
  const pause = vi.fn(async () => void expect(engine).toHaveBeenCalledTimes(pause.mock.calls.length))
  await warmOgImages(ctx, entries, pause)
  expect(pause).toHaveBeenCalledTimes(3)
  expect(engine).toHaveBeenCalledTimes(4)
  expect(log.error.mock.calls).toEqual([[expect.objectContaining({ path: '/docs/1' }), expect.any(String)]])
  expect(await readdir(dir)).toHaveLength(3)
})

test('warming loads no engine when every image is kept, nor where none would be', async () => {
  const load = vi.fn(noEngine)
  await ogImage(publishing([anEntry()], { dir, load: quickEngine().load }).ctx, markdown)
  await warmOgImages(publishing([anEntry()], { dir, load }).ctx, [anEntry()], async () => {})
  await warmOgImages(publishing([anEntry()], { load }).ctx, [anEntry()], async () => {})
  expect(load).not.toHaveBeenCalled()
})
