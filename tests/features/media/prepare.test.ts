import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageCache } from '#app/features/media/image-cache.server.ts'
import { readMediaFile } from '#app/site/image-paths.ts'
import { prepareImage } from '#app/features/media/prepare.server.ts'
import { refusalOf } from '#tests/support/factories.ts'
import { aDrawing, anAnimation, aPicture } from '#tests/support/db/media.ts'

const log = pino({ level: 'silent' })
const ctx = { log, imageCache: createImageCache({ dir: '/nowhere', log }) }
const made = (bytes: Buffer) => prepareImage(ctx, bytes)
const refused = (bytes: Buffer) => refusalOf(() => made(bytes))

const encoders = {
  png: (image = aPicture()) => image.png().toBuffer(),
  jpg: (image = aPicture()) => image.jpeg().toBuffer(),
  webp: (image = aPicture()) => image.webp().toBuffer(),
  avif: (image = aPicture()) => image.avif({ effort: 0 }).toBuffer(),
  gif: (image = aPicture()) => image.gif().toBuffer(),
}
const types = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}
const each = Object.entries(encoders) as [keyof typeof encoders, () => Promise<Buffer>][]

test.each(each)(
  '%s is known by its bytes, keeps its size, and says both in its name',
  async (extension, encode) => {
    const { type, file, width, height, hash, bytes } = await made(await encode())
    expect([type, width, height]).toEqual([types[extension], 1000, 600])
    expect(readMediaFile(file)).toEqual({ hash: hash.slice(0, 32), width, height, extension })
    const pixel = await sharp(bytes)
      .extract({ left: 900, top: 500, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer()
    for (const [index, value] of [0x22, 0x44, 0x66].entries())
      expect(Math.abs(pixel[index]! - value)).toBeLessThan(12)
  },
)

test.each(each)('%s that is cut short is refused', async (_, encode) => {
  const whole = await encode()
  for (const part of [0.3, 0.6, 0.98]) {
    const refusal = await refused(whole.subarray(0, Math.floor(whole.length * part)))
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'file' }] })
    expect(refusal.message).toBe('This image is damaged and cannot be read completely. Upload another copy.')
  }
})

test.each([
  ['a page', '<!doctype html><html><body><svg></svg><script>alert(1)</script></body></html>'],
  [
    'a page in XML',
    '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>',
  ],
  ['an element that is called svg', '<svg><script>alert(1)</script></svg>'],
  ['a script', 'alert(1)'],
  ['a bitmap', 'BM6\0\0\0\0\0\0\0'],
  ['a TIFF', 'II*\0\b\0\0\0'],
  ['a PDF', '%PDF-1.7 <svg '],
  ['a film', '\0\0\0\u0018ftypmp42\0\0\0\0mp42isom'],
  ['two bytes', '\x89P'],
])('%s is no image', async (_, text) => {
  expect(await refused(Buffer.from(text, 'latin1'))).toMatchObject({
    status: 415,
    code: 'unsupported_media_type',
  })
})

test('a file without anything in it is refused', async () => {
  expect(await refused(Buffer.alloc(0))).toMatchObject({ status: 400, message: 'The file is empty.' })
})

test('where and with what a photo was taken is gone, and it stands upright', async () => {
  const photo = await aPicture()
    .withExif({
      IFD0: { Make: 'A camera', Artist: 'Ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(photo.includes('A camera')).toBe(true)
  const { bytes, width, height, file } = await made(photo)
  const said = await sharp(bytes).metadata()
  expect([said.exif, said.xmp, said.iptc, said.icc, said.orientation]).toEqual(Array(5).fill(undefined))
  expect([width, height, said.width, said.height]).toEqual([600, 1000, 600, 1000])
  expect(file).toContain('-600x1000.jpg')
})

test('a text in a PNG and what stands behind its end are gone', async () => {
  const png = await encoders.png()
  const more = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  const { bytes } = await made(more)
  expect(bytes.includes('script')).toBe(false)
  expect(bytes).toEqual((await made(png)).bytes)
})

test('a GIF that is a script as well is refused', async () => {
  const gif = await encoders.gif()
  const script = Buffer.concat([gif, Buffer.from('*/=1;alert(1)')])
  expect(await refused(script)).toMatchObject({ status: 400 })
})

test('colours of another space become those of the web', async () => {
  const wide = await aPicture().withIccProfile('p3').jpeg().toBuffer()
  expect((await sharp(wide).metadata()).hasProfile).toBe(true)
  const { bytes } = await made(wide)
  expect((await sharp(bytes).metadata()).hasProfile).toBe(false)
})

test('a PNG of few colours keeps every one of them', async () => {
  const few = await aPicture().png({ palette: true, colours: 8 }).toBuffer()
  const { bytes } = await made(few)
  const [before, after] = await Promise.all([few, bytes].map((png) => sharp(png).raw().toBuffer()))
  expect(before!.equals(after!)).toBe(true)
  expect(bytes.length).toBeLessThan(few.length * 1.5)
})

test.each(['gif', 'webp'] as const)('a %s that moves goes on moving', async (type) => {
  const { bytes, width, height } = await made(await encoders[type](anAnimation()))
  const said = await sharp(bytes, { animated: true }).metadata()
  expect([said.pages, said.pageHeight, width, height]).toEqual([3, 300, 400, 300])
})

test('a PNG that moves is refused, since it would stop', async () => {
  const png = await encoders.png()
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)])
  const refusal = await refused(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]))
  expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('lose its frames') })
})

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png({ compressionLevel: 9 })
    .toBuffer()

test('more than fifty megapixels are refused, however few bytes they are', async () => {
  const bomb = await plain(7_200, 7_000)
  expect(bomb.length).toBeLessThan(300_000)
  expect(await refused(bomb)).toMatchObject({
    status: 400,
    message: expect.stringContaining('50 megapixels'),
  })
})

test('a size that is only said is refused as well', async () => {
  const png = await plain(10, 10)
  png.writeUInt32BE(2 ** 31 - 1, 16)
  png.writeUInt32BE(2 ** 31 - 1, 20)
  expect(await refused(png)).toMatchObject({ status: 400 })
})

test('more than 16,383 pixels on a side are refused', async () => {
  expect(await refused(await plain(16_384, 10))).toMatchObject({
    status: 400,
    message: expect.stringContaining('16,383'),
  })
  expect((await made(await plain(16_383, 10))).width).toBe(16_383)
})

test('more than 300 frames are refused', async () => {
  const frames = Buffer.alloc(4 * 4 * 3 * 301)
  for (let index = 0; index < frames.length; index++) frames[index] = (index * 37) % 251
  const film = sharp(frames, { raw: { width: 4, height: 4 * 301, channels: 3, pageHeight: 4 } })
  expect(await refused(await film.gif({ keepDuplicateFrames: true }).toBuffer())).toMatchObject({
    message: 'An animation can have at most 300 frames.',
  })
})

test('more than 20 MiB are refused, and an SVG of more than one', async () => {
  expect(await refused(Buffer.alloc(20 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
  expect(await refused(aDrawing(`<desc>${'x'.repeat(1024 * 1024)}</desc>`))).toMatchObject({ status: 413 })
})
