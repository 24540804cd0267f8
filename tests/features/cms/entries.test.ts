import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEntry, listCmsEntries, readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { dropDraft, otherDrafts, ownDrafts, readDraft, saveDraft } from '#app/features/cms/drafts.server.ts'
import { renderText } from '#app/features/cms/preview.server.ts'
import { deleteEntry } from '#app/features/cms/removal.server.ts'
import { listRevisions } from '#app/features/cms/revisions.server.ts'
import { cmsEntry } from '#app/features/cms/schema.ts'
import { anEditor, anEntry, aPublishedEntry, changed, entryWith } from '#tests/support/db/cms.ts'
import { aDrawing, anUpload } from '#tests/support/db/media.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const all = { limit: 100, offset: 0 }

  test('an entry is created as a draft, read, updated and deleted under its version', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'doc', { slug: 'operate/night-shift' })
    expect(cmsEntry.strict().parse(made)).toMatchObject({
      path: '/docs/operate/night-shift',
      status: 'draft',
      version: 1,
      updated_by: 'Edith',
      author_id: ctx.actor.kind === 'user' && ctx.actor.userId,
      overrides_file: false,
      live_version: null,
    })
    const next = await saveEntry(ctx, changed(made, { title: 'Night shift' }))
    expect(await readCmsEntry(ctx, made)).toEqual(next)
    expect(next).toMatchObject({ version: 2, title: 'Night shift' })
    expect(it.app.contentIndex.find(made.path)).toBeUndefined()
    await deleteEntry(ctx, { type: 'doc', id: made.id, version: 2 })
    expect(await refusalOf(() => readCmsEntry(ctx, made))).toMatchObject({ status: 404 })
  })

  test('members and strangers may not even look', async () => {
    const { id } = await anEntry(await anEditor(it))
    for (const [actor, status] of [
      [anonymous, 401],
      [userWith('member'), 403],
    ] as const) {
      const ctx = it.ctx(actor)
      const asks = [
        () => listCmsEntries(ctx, all),
        () => readCmsEntry(ctx, { type: 'page', id }),
        () => createEntry(ctx, { type: 'page', ...entryWith('page') }),
        () => listRevisions(ctx, { type: 'page', id, ...all }),
        () => readDraft(ctx, { type: 'page', id }),
      ]
      for (const ask of asks) expect(await refusalOf(ask)).toMatchObject({ status })
    }
  })

  test('one of twenty concurrent writers wins each version, the others get both texts', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx)
    const writes = Array.from({ length: 20 }, (_, at) => changed(made, { body: `Text of writer ${at}.` }))
    const results = await Promise.allSettled(writes.map((write) => saveEntry(ctx, write)))
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(won).toHaveLength(1)
    for (const [at, result] of results.entries()) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({
        status: 412,
        current: { version: 2, updated_by: 'Edith', changed: ['body'] },
        texts: { yours: { body: `Text of writer ${at}.` }, theirs: { body: won[0]!.body, version: 2 } },
      })
    }
    const { revisions } = await listRevisions(ctx, { type: 'page', id: made.id, ...all })
    expect(revisions.map(({ n, act }) => [n, act])).toEqual([
      [2, 'saved'],
      [1, 'created'],
    ])
  })

  test('an address is taken once a type, also while somebody moves there', async () => {
    const ctx = await anEditor(it)
    const [one, two] = [await anEntry(ctx), await anEntry(ctx)]
    const taken = { status: 409, issues: [{ path: 'slug' }] }
    expect(await refusalOf(() => anEntry(ctx, 'page', { slug: one.slug }))).toMatchObject(taken)
    expect(await refusalOf(() => saveEntry(ctx, changed(two, { slug: one.slug })))).toMatchObject(taken)
    await anEntry(ctx, 'post', { slug: one.slug })
  })

  test('unknown fields, invalid addresses and code are refused with their places', async () => {
    const ctx = await anEditor(it)
    const wrong = {
      slug: 'login',
      section: 'Get started',
      tags: ['x'],
      body: 'Fine.\n\nOne {1 + 1} two <script />',
    }
    expect(await refusalOf(() => anEntry(ctx, 'page', wrong))).toMatchObject({
      status: 400,
      issues: [
        { path: 'slug', message: 'the path /login is reserved by the service: choose another slug' },
        { path: 'section', message: 'This field is for documents only. Clear the field.' },
        { path: 'tags', message: 'Only posts can have tags. Remove the tags.' },
        { path: 'body', message: 'Line 3, column 5: {1 + 1} is code. Write \\{ to show a brace.' },
        {
          path: 'body',
          message: 'Line 3, column 17: <script> is not allowed in content. To show it as text, write \\<.',
        },
      ],
    })
  })

  test('rendering a text warns of links and images without a target', async () => {
    const ctx = await anEditor(it)
    const { url } = await anUpload(it, aDrawing(), { name: 'drawing.svg', alt: 'A drawing' })
    const valid = `![x](${url}) [y](/About/?q=1#z) [y](/docs) [y](//a.example/b) [y](https://a.example/c) \`/code\``
    const body = `${valid} ![x](/media/nothere.png) [y](/nothing-here#z) [y](/nothing-here)`
    expect(await renderText(ctx, { body })).toMatchObject({
      refused: [],
      warnings: [
        'The image /media/nothere.png does not exist.',
        'There is no published page at /nothing-here.',
      ],
    })
    const links = Array.from({ length: 30 }, (_, at) => `[x](/nothing-${at})`)
    expect((await renderText(ctx, { body: links.join(' ') })).warnings).toHaveLength(20)
  })

  test('a content file is version 0, and saving it creates the entry that overrides it', async () => {
    const ctx = await anEditor(it)
    const file = await readCmsEntry(ctx, { type: 'page', id: 'file:about' })
    expect(cmsEntry.strict().parse(file)).toMatchObject({ source: 'file', version: 0, status: 'published' })
    const moved = { status: 400, issues: [{ path: 'slug' }] }
    expect(await refusalOf(() => saveEntry(ctx, changed(file, { slug: 'other' })))).toMatchObject(moved)
    const own = await saveEntry(ctx, changed(file, { title: 'About us' }))
    expect(own).toMatchObject({ overrides_file: true, source: 'cms', status: 'draft', version: 1 })
    expect(it.app.contentIndex.find('/about')?.title).toBe(file.title)
    const late = await refusalOf(() => saveEntry(ctx, changed(file, { title: 'About them' })))
    expect(late).toMatchObject({
      status: 412,
      texts: { yours: { title: 'About them' }, theirs: { id: own.id } },
    })
    expect(await refusalOf(() => saveEntry(ctx, changed(own, { slug: 'other' })))).toMatchObject(moved)
    const listed = await listCmsEntries(ctx, { ...all, type: 'page' })
    expect(listed.entries.filter(({ slug }) => slug === 'about').map(({ id }) => id)).toEqual([own.id])
    expect(listed.entries.some(({ id }) => id === 'file:index')).toBe(true)
    expect(listed.total).toBe(listed.entries.length)
  })

  test('a list is filtered by words, status and tag, in pages across entries and files', async () => {
    const ctx = await anEditor(it)
    const tag = `t${Date.now()}`
    const ids = []
    for (const title of ['Harbour one', 'Harbour two', 'Harbour 100%']) {
      it.at(`2026-11-21T12:00:0${ids.length + 1}.000Z`)
      ids.push((await aPublishedEntry(ctx, 'post', { title, tags: [tag] })).id)
    }
    it.at(NOON)
    const of = async (over: object) =>
      (await listCmsEntries(ctx, { ...all, type: 'post', ...over })).entries.map(({ id }) => id)
    expect(await of({ tag })).toEqual([...ids].reverse())
    expect(await of({ tag, sort: 'updated_at', order: 'asc' })).toEqual(ids)
    expect(await of({ tag, sort: 'title', order: 'asc' })).toEqual([ids[2], ids[0], ids[1]])
    expect(await of({ tag, sort: 'title', order: 'desc' })).toEqual([ids[1], ids[0], ids[2]])
    expect(await of({ tag, q: '0%' })).toEqual([ids[2]])
    expect(await of({ tag, status: 'draft' })).toEqual([])
    const files = await of({ status: 'files' })
    expect(files.length).toBeGreaterThan(0)
    const whole = await of({})
    const pages = []
    for (let offset = 0; offset < whole.length; offset += 2) pages.push(...(await of({ limit: 2, offset })))
    expect(pages).toEqual(whole)
    expect(whole.slice(-files.length)).toEqual(files)
  })

  test('what is typed is kept for its author alone, right or wrong, until it is dropped', async () => {
    const [ada, grace] = [await anEditor(it, 'Ada'), await anEditor(it, 'Grace')]
    const { type, id, version, ...fields } = changed(await anEntry(ada))
    const typed = { ...fields, title: '', body: '<script>' }
    await saveDraft(ada, { type, id, version, fields: typed })
    expect(await readDraft(ada, { type, id })).toMatchObject({ version: 1, fields: typed })
    expect(await readDraft(grace, { type, id })).toBeNull()
    expect(await otherDrafts(grace, { type, id })).toMatchObject([{ name: 'Ada' }])
    expect(await otherDrafts(ada, { type, id })).toEqual([])
    await dropDraft(ada, { type, id })
    expect(await readDraft(ada, { type, id })).toBeNull()
    await saveDraft(ada, { type, id: 'file:terms', version: 0, fields: typed })
    expect(await readDraft(ada, { type, id: 'file:terms' })).toMatchObject({ version: 0 })
    await saveDraft(grace, { type, id, version, fields: typed })
    expect(await ownDrafts(ada)).toMatchObject([{ entry: `${type}/file:terms`, version: 0, fields: typed }])
    expect(await ownDrafts(it.ctx(userWith('member')))).toEqual([])
  })
})
