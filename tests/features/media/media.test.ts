import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeMedia,
  deleteMedia,
  listMedia,
  readMedia,
  uploadMedia,
} from '#app/features/media/media.server.ts'
import { mediaQuery, uploadInput } from '#app/features/media/schema.ts'
import { createRevisionCache } from '#app/platform/cache/revision-cache.ts'
import type { Context } from '#app/context.server.ts'
import { anEntry, publishing } from '#tests/support/db/content.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { aDrawing, aPicture } from '#tests/support/db/media.ts'
import { actingAs } from '#tests/support/db/people.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let editor: Context
  beforeAll(async () => {
    it = await openTestApp(engine)
    editor = actingAs(it, await aUser(it, { role: 'editor' }))
  })
  afterAll(() => it.close())

  let count = 0
  /** A picture that nobody has uploaded yet. */
  const fresh = () =>
    aPicture({ width: 700 + ++count, height: 300 })
      .png()
      .toBuffer()
  const upload = async (bytes: Buffer, { ctx = editor, name = 'a.png', alt = '' } = {}) =>
    uploadMedia(ctx, { file: { name, bytes }, alt })
  const find = async (query: Record<string, string>) =>
    (await listMedia(editor, mediaQuery.parse(query))).media
  const trail = async (id: string) => {
    const rows = await it.app.db
      .selectFrom('audit')
      .selectAll()
      .where('target_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map(({ action, details }) => [action, JSON.parse(details) as unknown])
  }
  const blobs = (hash: string) =>
    it.app.db.selectFrom('media_blobs').select('bytes').where('hash', 'like', `${hash}%`).execute()

  test('what an upload becomes says everything that a text needs', async () => {
    const { media, isNew } = await upload(await fresh(), {
      name: 'C:\\photos\\a [b].txt',
      alt: 'A *sign* [in] {the} hills',
    })
    const { url, width } = media
    expect(isNew).toBe(true)
    expect(url).toMatch(new RegExp(`^/media/[0-9a-f]{32}-${width}x300\\.png$`))
    expect(media).toMatchObject({
      name: 'a [b].txt',
      type: 'image/png',
      height: 300,
      alt: 'A *sign* [in] {the} hills',
      sizes: [
        { width: 320, url: `/media/320${url.slice(6)}.webp` },
        { width: 640, url: `/media/640${url.slice(6)}.webp` },
      ],
      uploaded_by: 'Ada',
      created_at: '2026-11-21T12:00:00.000Z',
      markdown: `![A \\*sign\\* \\[in\\] \\{the\\} hills](${url})`,
      used_in: [],
    })
    expect((await readMedia(editor, media)).media).toEqual(media)
    expect(await trail(media.id)).toEqual([['media.uploaded', { url }]])
  })

  test('the same bytes are the same image, which is given a text when it has none', async () => {
    const bytes = await fresh()
    const [first, second] = await Promise.all([upload(bytes), upload(bytes)])
    expect([first.isNew, second.isNew].sort()).toEqual([false, true])
    expect(second.media.id).toBe(first.media.id)
    const { media, isNew } = await upload(bytes, { name: 'other.png', alt: 'Orange' })
    expect([media.id, media.alt, media.name, isNew]).toEqual([first.media.id, 'Orange', 'a.png', false])
    expect((await upload(bytes, { alt: 'Blue' })).media.alt).toBe('Orange')
    expect((await trail(media.id)).map(([action]) => action)).toEqual(['media.uploaded', 'media.changed'])
  })

  test('files that differ in what is not kept are one image', async () => {
    const picture = aPicture({ width: 333 })
    const plain = await upload(await picture.clone().png().toBuffer())
    const told = await upload(
      await picture
        .clone()
        .withExif({ IFD0: { Artist: 'Ada' } })
        .png()
        .toBuffer(),
    )
    expect([told.media.id, told.isNew]).toEqual([plain.media.id, false])
  })

  test('a drawing has no other sizes and is kept as it came', async () => {
    const bytes = aDrawing('<circle r="5"/>')
    const { media } = await upload(bytes, { name: '' })
    expect(media).toMatchObject({
      type: 'image/svg+xml',
      name: 'image.svg',
      sizes: [],
      width: 40,
      height: 30,
      bytes: bytes.length,
    })
    expect((await blobs(media.url.slice(7, 39)))[0]!.bytes.equals(bytes)).toBe(true)
  })

  test('images are found by name and text, the newest first, some at a time', async () => {
    const name = (word: string) => ({ name: `${word}-${engine}.png` })
    it.at('2026-11-21T13:00:00.000Z')
    const one = (await upload(await fresh(), name('walrus'))).media
    it.at('2026-11-21T13:00:01.000Z')
    const two = (await upload(await fresh(), { alt: 'A 100% Walrus' })).media
    expect((await find({ q: 'WALRUS' })).map(({ id }) => id)).toEqual([two.id, one.id])
    expect((await find({ q: '100%' })).map(({ id }) => id)).toEqual([two.id])
    expect(await find({ q: '100_' })).toEqual([])
    const sorted = async (sort: 'name' | 'created_at') =>
      (await listMedia(editor, { ...mediaQuery.parse({ q: 'walrus' }), sort, order: 'asc' })).media.map(
        ({ id }) => id,
      )
    expect(await sorted('name')).toEqual([two.id, one.id])
    expect(await sorted('created_at')).toEqual([one.id, two.id])
    const page = await listMedia(editor, mediaQuery.parse({ q: 'walrus', limit: '1', offset: '1' }))
    expect(page).toMatchObject({ total: 2, limit: 1, offset: 1, media: [{ id: one.id }] })
  })

  test('what is said of an image can be changed, and a text that is too long is refused', async () => {
    const { media } = await upload(await fresh(), { alt: 'Before' })
    expect((await changeMedia(editor, { id: media.id, alt: 'After' })).media).toEqual({
      ...media,
      alt: 'After',
      markdown: `![After](${media.url})`,
    })
    await changeMedia(editor, { id: media.id, alt: 'After' })
    expect((await trail(media.id)).map(([action]) => action)).toEqual(['media.uploaded', 'media.changed'])
    expect(uploadInput.safeParse({ alt: 'x'.repeat(500) }).success).toBe(true)
    expect(uploadInput.safeParse({ alt: 'x'.repeat(501) }).success).toBe(false)
  })

  test('what is deleted is gone with its bytes, and can be uploaded again', async () => {
    const bytes = await fresh()
    const { media } = await upload(bytes)
    const hash = media.url.slice(7, 39)
    expect(await blobs(hash)).toHaveLength(1)
    await deleteMedia(editor, media)
    expect(await blobs(hash)).toEqual([])
    expect(await trail(media.id)).toEqual([
      ['media.uploaded', { url: media.url }],
      ['media.deleted', { url: media.url }],
    ])
    for (const rule of [readMedia, deleteMedia])
      expect(await refusalOf(() => rule(editor, media))).toMatchObject({ status: 404 })
    const back = await upload(bytes)
    expect([back.isNew, back.media.url]).toEqual([true, media.url])
  })

  test('an image that a published page shows is deleted only when it is insisted on', async () => {
    const { media } = await upload(await fresh())
    const showing = [
      anEntry({ slug: 'hills', type: 'doc', body: `![The hills](${media.url})` }),
      anEntry({ slug: 'valley', body: `<Figure src="${media.url}" alt="x" />\n\n![again](${media.url})` }),
      anEntry({ slug: 'plain', body: 'Words.' }),
    ]
    const ctx = {
      ...editor,
      ...publishing(showing),
      now: editor.now,
      revisionCache: createRevisionCache(),
    } as Context
    const used_in = [
      { path: '/docs/hills', title: 'The title of hills' },
      { path: '/blog/valley', title: 'The title of valley' },
    ]
    expect((await readMedia(ctx, media)).media.used_in).toEqual(used_in)
    expect(await refusalOf(() => deleteMedia(ctx, media))).toMatchObject({
      status: 409,
      message:
        '2 pages show this image: /docs/hills, /blog/valley. Remove it there first, or send force=true.',
      issues: [
        { path: '/docs/hills', message: 'The title of hills' },
        { path: '/blog/valley', message: 'The title of valley' },
      ],
    })
    await deleteMedia(ctx, { ...media, force: true })
    expect((await trail(media.id)).at(-1)).toEqual([
      'media.deleted',
      { url: media.url, used_in: ['/docs/hills', '/blog/valley'] },
    ])
  })
})
