import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { sizesOf } from '#app/site/image-paths.ts'
import { createImageCache, type OpenedImage } from '#app/features/media/image-cache.server.ts'
import { deleteMedia } from '#app/features/media/media.server.ts'
import { findMedia, openMedia, type MediaRequest } from '#app/features/media/serve.server.ts'
import { startImageCachePurge, purgeImageCache } from '#app/features/media/retention.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { aDrawing, anAnimation, anUpload, aPicture } from '#tests/support/db/media.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

async function bytesIn({ from, bytes }: OpenedImage) {
  if (Buffer.isBuffer(from)) return from
  const content = Buffer.alloc(bytes)
  await from.read(content, 0, bytes, 0)
  await from.close()
  return content
}
const wantedOf = (url: string): MediaRequest => {
  const [file = '', width = null] = url.replace('/media/', '').split('/').reverse()
  return { file, width }
}
const get = async (ctx: Context, url: string) =>
  bytesIn(await openMedia(ctx, await findMedia(ctx, wantedOf(url))))

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let ctx: Context
  const undo: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    it = await openTestApp(engine)
    ctx = it.ctx()
  })
  afterAll(async () => {
    for (const step of undo) await step()
    await it.close()
  })

  /** Another instance: the same database, a disk of its own. */
  async function beside() {
    const folder = await temporaryFolder()
    undo.push(folder.remove)
    const gallery = createImageCache({ dir: folder.path, log: pino({ level: 'silent' }) })
    const files = async () =>
      (await readdir(folder.path, { recursive: true })).filter((name) => name.includes('.'))
    return { ctx: { ...ctx, imageCache: gallery }, gallery, files, dir: folder.path }
  }
  let count = 0
  const upload = async () =>
    anUpload(
      it,
      await aPicture({ width: 2000 + ++count, height: 1000 })
        .jpeg()
        .toBuffer(),
    )
  const reads = () => vi.spyOn(it.app.db, 'selectFrom')

  test('every size is there, no larger than it says, and no other is', async () => {
    const { url, sizes, bytes } = await upload()
    expect((await get(ctx, url)).length).toBe(bytes)
    expect(sizes.map(({ width }) => width)).toEqual([320, 640, 960, 1280, 1920])
    for (const size of sizes) {
      const said = await sharp(await get(ctx, size.url)).metadata()
      expect([said.format, said.width]).toEqual(['webp', size.width])
    }
    const file = url.slice(7)
    for (const wrong of [
      `/media/2560/${file}.webp`,
      `/media/0320/${file}.webp`,
      `/media/320/${file}`,
      `/media/x/${file}.webp`,
      `${url}.webp`,
      `/media/${'0'.repeat(32)}-1x1.png`,
      '/media/x.png',
      url.replace(/-\d+x/, '-9000x'),
    ])
      expect([wrong, await refusalOf(() => get(ctx, wrong))]).toMatchObject([wrong, { status: 404 }])
  })

  test('a small image and a drawing have no sizes, not even when they are asked for', async () => {
    const small = await anUpload(it, await aPicture({ width: 320, height: 200 }).png().toBuffer())
    const drawing = await anUpload(it, aDrawing())
    for (const { url, sizes } of [small, drawing]) {
      expect(sizes).toEqual([])
      expect(await refusalOf(() => get(ctx, `/media/320/${url.slice(7)}.webp`))).toMatchObject({
        status: 404,
      })
    }
    expect(sizesOf(`${'a'.repeat(32)}-9999x1.svg`)).toEqual([])
  })

  test('the sizes of what moves move as well', async () => {
    const { sizes } = await anUpload(it, await anAnimation().gif().toBuffer())
    const said = await sharp(await get(ctx, sizes[0]!.url), { animated: true }).metadata()
    expect([said.format, said.pages, said.width, said.pageHeight]).toEqual(['webp', 3, 320, 240])
  })

  test('an instance keeps what it served and reads it from the database once', async () => {
    const { url, sizes } = await upload()
    const other = await beside()
    const first = await get(other.ctx, url)
    const small = await Promise.all(Array.from({ length: 5 }, () => get(other.ctx, sizes[0]!.url)))
    expect(new Set(small.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    expect((await other.files()).sort()).toEqual([join('320', `${url.slice(7)}.webp`), url.slice(7)].sort())
    const spy = reads()
    expect((await get(other.ctx, url)).equals(first)).toBe(true)
    expect((await get(other.ctx, sizes[0]!.url)).equals(small[0]!)).toBe(true)
    expect(spy.mock.calls.flat()).toEqual(['media', 'media'])
    spy.mockRestore()
  })

  test('what is broken on the disk is made anew', async () => {
    const { url } = await upload()
    const other = await beside()
    const whole = await get(other.ctx, url)
    await truncate(join(other.dir, url.slice(7)), 1000)
    expect((await get(other.ctx, url)).equals(whole)).toBe(true)
    await truncate(join(other.dir, url.slice(7)), 1000)
    const restarted = { ...ctx, imageCache: createImageCache({ dir: other.dir, log: it.app.log }) }
    expect((await get(restarted, url)).equals(whole)).toBe(true)
  })

  test('a disk that takes nothing costs time and no image', async () => {
    const { url, bytes } = await upload()
    const { dir } = await beside()
    await writeFile(join(dir, 'file'), '')
    const gallery = createImageCache({ dir: join(dir, 'file'), log: pino({ level: 'silent' }) })
    expect((await get({ ...ctx, imageCache: gallery }, url)).length).toBe(bytes)
  })

  test('a deleted image is gone on every instance at once, and soon from their disks', async () => {
    const [gone, stays] = [await upload(), await upload()]
    const other = await beside()
    for (const { url, sizes } of [gone, stays])
      for (const one of [url, sizes[1]!.url]) await get(other.ctx, one)
    const stop = startImageCachePurge({ ...it.app, imageCache: other.gallery })
    try {
      await deleteMedia(it.ctx(userWith('editor')), gone)
      for (const url of [gone.url, gone.sizes[1]!.url])
        expect(await refusalOf(() => get(other.ctx, url))).toMatchObject({ status: 404 })
      const left = [stays.url.slice(7), join('640', `${stays.url.slice(7)}.webp`)].sort()
      await expect.poll(async () => (await other.files()).sort(), { timeout: 10_000 }).toEqual(left)
    } finally {
      await stop()
    }
    expect((await get(other.ctx, stays.url)).length).toBe(stays.bytes)
  })

  test('after a lost signal, the next sweep deletes stale files but not unfinished ones', async () => {
    const { url } = await upload()
    const other = await beside()
    await get(other.ctx, url)
    await other.gallery.make('half-of-one.tmp', async () => Buffer.from('x'))
    await it.app.db.deleteFrom('media').execute()
    await purgeImageCache(other.ctx)
    expect(await other.files()).toEqual(['half-of-one.tmp'])
  })
})
