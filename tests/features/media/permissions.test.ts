import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { deleteEntry } from '#app/features/cms/removal.server.ts'
import {
  changeMedia,
  deleteMedia,
  listMedia,
  readMedia,
  uploadMedia,
} from '#app/features/media/media.server.ts'
import { mediaQuery } from '#app/features/media/schema.ts'
import { anEditor, anEntry } from '#tests/support/db/cms.ts'
import { anonymous, aUser, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { anUpload, aPicture } from '#tests/support/db/media.ts'
import { signedIn } from '#tests/support/db/people.ts'

let it: TestApp
beforeAll(async () => {
  it = await openTestApp('sqlite, memory')
})
afterAll(() => it.close())

test('members and strangers may do nothing with images', async () => {
  const media = await anUpload(it, await aPicture().png().toBuffer())
  const rules = [
    (ctx: Context) => uploadMedia(ctx, { file: { name: 'x', bytes: Buffer.from('x') }, alt: '' }),
    (ctx: Context) => listMedia(ctx, mediaQuery.parse({})),
    (ctx: Context) => readMedia(ctx, media),
    (ctx: Context) => changeMedia(ctx, { id: media.id, alt: 'x' }),
    (ctx: Context) => deleteMedia(ctx, media),
  ]
  for (const rule of rules) {
    expect(await refusalOf(() => rule(it.ctx(userWith('member'))))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => rule(it.ctx(anonymous)))).toMatchObject({ status: 401 })
  }
})

test('images of unpublished entries are in use, and images of deleted ones are not', async () => {
  const editor = await anEditor(it)
  const media = await anUpload(it, await aPicture({ width: 654 }).png().toBuffer())
  const { id, type, path, title, version } = await anEntry(editor, 'page', { body: `![x](${media.url})\n` })
  expect((await readMedia(editor, media)).media.used_in).toEqual([{ path, title }])
  const shown = (await listMedia(editor, mediaQuery.parse({}))).media.find((one) => one.id === media.id)
  expect(shown!.used_in).toEqual([{ path, title }])
  expect(await refusalOf(() => deleteMedia(editor, media))).toMatchObject({
    status: 409,
    message: `1 page shows this image: ${path}. Remove it there first, or send force=true.`,
  })
  await deleteEntry(editor, { type, id, version })
  await deleteMedia(editor, media)
  expect(await refusalOf(() => readMedia(editor, media))).toMatchObject({ status: 404 })
})

test('the images of somebody who leaves stay, without their name', async () => {
  const password = 'correct horse battery'
  const { ctx } = await signedIn(it, await aUser(it, { role: 'editor', password }))
  const bytes = await aPicture({ width: 321 }).png().toBuffer()
  const { media } = await uploadMedia(ctx, { file: { name: 'a.png', bytes }, alt: '' })
  expect(media.uploaded_by).toBe('Ada')
  await deleteAccount(ctx, { password })
  expect((await readMedia(it.ctx(userWith('editor')), media)).media).toEqual({ ...media, uploaded_by: null })
})
