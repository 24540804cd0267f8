import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkContent } from '#app/features/content/store/publish-files.server.ts'
import { purgeImageCache } from '#app/features/media/retention.server.ts'
import { findMedia, openMedia } from '#app/features/media/serve.server.ts'
import { mediaFile, sizesOf } from '#app/site/image-paths.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { aDrawing, aPicture } from '#tests/support/db/media.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let it: TestApp
let picture: Buffer
let file: string

const nameFor = (bytes: Buffer, extension: 'png' | 'jpg' | 'svg' = 'png') =>
  mediaFile({
    hash: createHash('sha256').update(bytes).digest('hex'),
    width: 1000,
    height: 600,
    extension,
  })
const inMedia = (name: string) => join(folder.path, 'content/media', name)

beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'content/media'), { recursive: true })
  await mkdir(join(folder.path, 'content/pages'))
  picture = await aPicture().png().toBuffer()
  file = nameFor(picture)
  await writeFile(inMedia(file), picture)
  const head = 'title: "Hills"\ndescription: "A page with a picture of hills, which is in the folder."'
  await writeFile(
    join(folder.path, 'content/pages/hills.mdx'),
    `---\n${head}\nupdated: "2026-01-01"\n---\n\n![Hills](/media/${file})\n`,
  )
  it = await openTestApp(engineNames[0]!, { CONTENT_DIR: join(folder.path, 'content') })
})
afterAll(async () => {
  await it.close()
  await folder.remove()
})

async function get(name: string, width: string | null = null): Promise<Buffer> {
  const opened = await openMedia(it.ctx(), await findMedia(it.ctx(), { file: name, width }))
  if (Buffer.isBuffer(opened.from)) return opened.from
  const bytes = Buffer.alloc(opened.bytes)
  await opened.from.read(bytes, 0, opened.bytes, 0)
  await opened.from.close()
  return bytes
}
const statusOf = async (name: string) => (await refusalOf(() => get(name))).status

test('an image in the content folder is served, in all its sizes', async () => {
  expect((await get(file)).equals(picture)).toBe(true)
  for (const { width } of sizesOf(file))
    expect(await sharp(await get(`${file}.webp`, String(width))).metadata()).toMatchObject({
      format: 'webp',
      width,
    })
  expect(await checkContent(it.ctx())).toMatchObject({ entries: 2 })
})

test('a cached image stays while its file exists, and returns 404 without it', async () => {
  await get(file)
  const cached = async () => (await it.app.imageCache.kept()).some(({ key }) => key === file)
  await purgeImageCache(it.ctx())
  expect(await cached()).toBe(true)
  await rename(inMedia(file), inMedia('other.png'))
  expect(await statusOf(file)).toBe(404)
  await purgeImageCache(it.ctx())
  expect(await cached()).toBe(false)
  await rename(inMedia('other.png'), inMedia(file))
})

test('a file whose name does not match its bytes is not served', async () => {
  const drawing = aDrawing()
  const changed = Buffer.concat([picture, Buffer.from('x')])
  const wrong = {
    [nameFor(picture).replace(/^./, (first) => (first === '0' ? '1' : '0'))]: picture,
    [nameFor(Buffer.from('other'))]: changed,
    [nameFor(drawing, 'png')]: drawing,
    [nameFor(picture, 'jpg')]: picture,
    'hills.png': picture,
  }
  for (const [name, bytes] of Object.entries(wrong)) {
    await writeFile(inMedia(name), bytes)
    expect([name, await statusOf(name)]).toEqual([name, 404])
  }
})

test('links are followed only inside the content folder', async () => {
  const [inside, outside] = [
    aDrawing('<rect width="1" height="1"/>'),
    aDrawing('<rect width="2" height="2"/>'),
  ]
  await writeFile(join(folder.path, 'content/inside.svg'), inside)
  await writeFile(join(folder.path, 'outside.svg'), outside)
  await symlink('../inside.svg', inMedia(nameFor(inside, 'svg')))
  await symlink('../../outside.svg', inMedia(nameFor(outside, 'svg')))
  expect((await get(nameFor(inside, 'svg'))).equals(inside)).toBe(true)
  expect(await statusOf(nameFor(outside, 'svg'))).toBe(404)
})

test('folders, pipes and files that are too large are not served', async () => {
  const [dir, pipe, large] = ['a', 'b', 'c'].map((text) => nameFor(Buffer.from(text))) as [
    string,
    string,
    string,
  ]
  await mkdir(inMedia(dir))
  execFileSync('mkfifo', [inMedia(pipe)])
  const handle = await open(inMedia(large), 'w')
  await handle.truncate(64 * 1024 * 1024 + 1)
  await handle.close()
  for (const name of [dir, pipe, large]) expect([name, await statusOf(name)]).toEqual([name, 404])
  await rm(inMedia(pipe))
})
