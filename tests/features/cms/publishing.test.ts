import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeEntries } from '#app/features/cms/bulk.server.ts'
import { initialFields, readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { exportEntry } from '#app/features/cms/content-file.server.ts'
import { importEntries } from '#app/features/cms/import/entry-files.server.ts'
import { createPreviewLink, readPreview } from '#app/features/cms/preview.server.ts'
import {
  archiveEntry,
  publishEntry,
  revertEntry,
  scheduleEntry,
  unpublishEntry,
} from '#app/features/cms/publishing.server.ts'
import { listRevisions } from '#app/features/cms/revisions.server.ts'
import { publishDue } from '#app/features/cms/worker.server.ts'
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
} from '#app/features/content/store/redirects.server.ts'
import { anEditor, anEntry, aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, NOON, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const shown = (path: string) => it.app.contentIndex.find(path)

  test('readers have what was published last, not what is being written', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'post', { title: 'One' })
    const live = await publishEntry(ctx, made)
    expect(live).toMatchObject({ status: 'published', version: 2, live_version: 2, published_at: NOON })
    expect(shown(made.path)).toMatchObject({ title: 'One', published: '2026-11-21', updated: '2026-11-21' })
    expect(await it.app.contentIndex.html(shown(made.path)!)).toBe(
      '<p>We answer on <em>working days</em>.</p>',
    )
    const next = await saveEntry(ctx, changed(live, { title: 'Two' }))
    expect(next).toMatchObject({ status: 'published', version: 3, live_version: 2 })
    expect(shown(made.path)?.title).toBe('One')
    await publishEntry(ctx, next)
    expect(shown(made.path)?.title).toBe('Two')
    expect(it.app.contentIndex.list('post').map(({ slug }) => slug)).toContain(made.slug)
  })

  test('a bulk action with more than 100 entries is refused before it changes any', async () => {
    const ctx = await anEditor(it)
    const entry = await anEntry(ctx, 'page')
    const item = { key: `page/${entry.id}`, value: String(entry.version), act: 'publish' as const }
    const select = (count: number) => ({ act: item.act, selected: Array(count).fill(item) })
    const refusal = await refusalOf(() => changeEntries(ctx, select(101)))
    expect(refusal.message).toBe('Select at most 100 entries.')
    expect(shown(entry.path)).toBeUndefined()
    const { done } = await changeEntries(ctx, select(1))
    expect(done).toMatchObject([{ key: item.key, undo: 'restore' }])
  })

  test('what readers need is asked for before it is published', async () => {
    const ctx = await anEditor(it)
    const draft = await anEntry(ctx, 'doc', { description: 'Short.', section: null })
    expect(await refusalOf(() => publishEntry(ctx, draft))).toMatchObject({
      status: 400,
      issues: [{ path: 'description' }, { path: 'section' }],
    })
    expect(shown(draft.path)).toBeUndefined()
  })

  test('readers see a description that follows the text if it is empty', async () => {
    const ctx = await anEditor(it)
    const rest = ' is open on working days from nine to five. Call first.\n'
    const draft = await anEntry(ctx, 'page', { description: '', body: `The ofice${rest}` })
    const scheduled = await scheduleEntry(ctx, { ...draft, scheduled_at: '2030-01-01T00:00:00Z' })
    const live = await publishEntry(ctx, scheduled)
    expect(shown(live.path)?.description).toBe('The ofice is open on working days from nine to five.')
    const corrected = await saveEntry(ctx, changed(live, { body: `The office${rest}` }))
    expect([live.description, (await publishEntry(ctx, corrected)).description]).toEqual(['', ''])
    expect(shown(live.path)?.description).toBe('The office is open on working days from nine to five.')
  })

  test('a description from a short text is the text itself', async () => {
    const ctx = await anEditor(it)
    for (const body of ['Soon.', '']) {
      const { path } = await publishEntry(ctx, await anEntry(ctx, 'page', { description: '', body }))
      expect(shown(path)?.description).toBe(body)
    }
  })

  test('a new entry gets an unused slug from its title', async () => {
    const ctx = await anEditor(it)
    const begin = (type: 'page' | 'post', title: string) => initialFields(ctx, { type, title })
    expect(await begin('post', 'Über / Boats!')).toMatchObject({ slug: 'uber-boats', author: 'Edith' })
    await anEntry(ctx, 'post', { slug: 'uber-boats' })
    expect((await begin('post', 'Über / Boats!')).slug).toBe('uber-boats-2')
    expect((await begin('page', 'Privacy')).slug).toBe('privacy-2')
    expect((await begin('page', 'Docs')).slug).toBe('docs-page')
    expect((await begin('page', '東京')).slug).toBe('page')
  })

  test('a document keeps its appendix, aliases and questions when it is overridden', async () => {
    const ctx = await anEditor(it)
    const text = readFileSync('content/docs/asvs.mdx', 'utf8').replace(/^title: .*$/m, 'title: "Own ASVS"')
    const aliased = text.replace('appendix: true', 'appendix: true\naliases: ["other"]')
    expect(
      await importEntries(ctx, { type: 'doc', files: [{ name: 'asvs.mdx', text: aliased }] }),
    ).toMatchObject([
      {
        entry: null,
        issues: [
          {
            message: 'These fields can be set only in the content folder, not by import. Remove the fields.',
          },
        ],
      },
    ])
    const [{ entry } = { entry: null }] = await importEntries(ctx, {
      type: 'doc',
      files: [{ name: 'asvs.mdx', text }],
    })
    expect((await exportEntry(ctx, entry!)).text).toContain('\nappendix: true\nquestions: |\n')
    const { questions } = shown('/docs/asvs')!
    const live = await publishEntry(ctx, entry!)
    expect(shown('/docs/asvs')).toMatchObject({ title: 'Own ASVS', appendix: true, questions })
    expect(questions!.length).toBeGreaterThan(0)
    await revertEntry(ctx, live)
    const former = await exportEntry(ctx, { type: 'doc', id: 'file:troubleshooting' })
    expect(former.text).toMatch(/\naliases:\n/)
  })

  test('an entry in place of a file hides it, is replaced by it, or hides both', async () => {
    const ctx = await anEditor(it)
    const file = await readCmsEntry(ctx, { type: 'page', id: 'file:privacy' })
    const own = await publishEntry(ctx, await saveEntry(ctx, changed(file, { title: 'Own privacy' })))
    expect(shown('/privacy')?.title).toBe('Own privacy')
    const archived = await archiveEntry(ctx, own)
    expect([archived.status, shown('/privacy')]).toEqual(['archived', undefined])
    const again = await publishEntry(ctx, archived)
    expect(shown('/privacy')?.title).toBe('Own privacy')
    const draft = await unpublishEntry(ctx, again)
    expect([draft.status, shown('/privacy')?.title]).toEqual(['draft', file.title])
    const live = await publishEntry(ctx, draft)
    const reverted = await revertEntry(ctx, live)
    expect(reverted).toMatchObject({ status: 'draft', title: file.title, body: file.body })
    expect(shown('/privacy')?.title).toBe(file.title)
    const { revisions } = await listRevisions(ctx, { type: 'page', id: own.id, limit: 50, offset: 0 })
    expect(revisions.map(({ act }) => act)).toEqual([
      'reverted',
      'published',
      'unpublished',
      'published',
      'archived',
      'published',
      'created',
    ])
    const plain = await aPublishedEntry(ctx)
    expect(await refusalOf(() => revertEntry(ctx, plain))).toMatchObject({ status: 409 })
    const home = await saveEntry(ctx, changed(await readCmsEntry(ctx, { type: 'page', id: 'file:index' })))
    expect(await refusalOf(() => archiveEntry(ctx, home))).toMatchObject({ status: 409 })
  })

  test('a new address leaves a redirect at each old one, which leads straight to it', async () => {
    const ctx = await anEditor(it)
    let entry = await aPublishedEntry(ctx)
    const [first, second, third] = [entry.slug, `${entry.slug}-b`, `${entry.slug}-c`]
    for (const slug of [second, third])
      entry = await publishEntry(ctx, await saveEntry(ctx, changed(entry, { slug })))
    const { redirectOf } = it.app.contentIndex
    expect([redirectOf(`/${first}`), redirectOf(`/${second}`)]).toEqual([`/${third}`, `/${third}`])
    entry = await publishEntry(ctx, await saveEntry(ctx, changed(entry, { slug: first })))
    expect([redirectOf(`/${first}`), redirectOf(`/${third}`)]).toEqual([undefined, `/${first}`])
    expect(shown(`/${first}`)?.title).toBe(entry.title)
  })

  test('two entries cannot be published at one address', async () => {
    const ctx = await anEditor(it)
    const live = await aPublishedEntry(ctx)
    await saveEntry(ctx, changed(live, { slug: `${live.slug}-later` }))
    const other = await anEntry(ctx, 'page', { slug: live.slug, title: 'Another' })
    expect(await refusalOf(() => publishEntry(ctx, other))).toMatchObject({ status: 409 })
    expect(shown(live.path)?.title).toBe(live.title)
  })

  test('what is scheduled is published once, with the text that stands then', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'page', { title: 'Early' })
    const past = await refusalOf(() => scheduleEntry(ctx, { ...made, scheduled_at: '2026-11-21T11:00:00Z' }))
    expect(past).toMatchObject({ status: 400, issues: [{ path: 'scheduled_at' }] })
    const due = await scheduleEntry(ctx, { ...made, scheduled_at: '2026-11-21T12:30:00Z' })
    const next = await saveEntry(ctx, changed(due, { title: 'Late' }))
    expect(next).toMatchObject({ status: 'scheduled', scheduled_at: '2026-11-21T12:30:00.000Z' })
    await publishDue(it.ctx())
    expect(shown(made.path)).toBeUndefined()
    it.at('2026-11-21T12:31:00.000Z')
    await Promise.all(Array.from({ length: 4 }, () => publishDue(it.ctx())))
    expect(shown(made.path)?.title).toBe('Late')
    expect(await readCmsEntry(ctx, made)).toMatchObject({ status: 'published', version: 4, updated_by: null })
    it.at(NOON)
  })

  test('what cannot be published at its time says why and waits for nobody', async () => {
    const ctx = await anEditor(it)
    const live = await aPublishedEntry(ctx)
    const late = { scheduled_at: '2026-11-21T12:30:00Z' }
    const other = await scheduleEntry(ctx, { ...(await anEntry(ctx)), ...late })
    await saveEntry(ctx, changed(live, { slug: `${live.slug}-moved` }))
    await saveEntry(ctx, changed(other, { slug: live.slug }))
    it.at('2026-11-21T12:31:00.000Z')
    await publishDue(it.ctx())
    expect(await readCmsEntry(ctx, other)).toMatchObject({
      status: 'draft',
      scheduled_at: null,
      trouble: `Another entry is published at ${live.path}. Unpublish that entry first, or use a different slug.`,
    })
    it.at(NOON)
    const off = await scheduleEntry(ctx, { ...(await anEntry(ctx)), ...late })
    expect(await scheduleEntry(ctx, { ...off, scheduled_at: null })).toMatchObject({ status: 'draft' })
  })

  test('a preview link shows what stands to whoever has it, for an hour', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'page', { body: 'Not yet.' })
    const { url, expires_at } = await createPreviewLink(ctx, { ...made, hours: 1 })
    expect(expires_at).toBe('2026-11-21T13:00:00.000Z')
    const token = new URL(url).pathname.replace('/preview/', '')
    const stranger = it.ctx(anonymous)
    expect(await readPreview(stranger, { token })).toMatchObject({ html: '<p>Not yet.</p>' })
    await saveEntry(ctx, changed(made, { body: 'Later.' }))
    expect(await readPreview(stranger, { token })).toMatchObject({ html: '<p>Later.</p>' })
    const other = token.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))
    expect(await refusalOf(() => readPreview(stranger, { token: other }))).toMatchObject({ status: 404 })
    it.at('2026-11-21T13:00:01.000Z')
    expect(await refusalOf(() => readPreview(stranger, { token }))).toMatchObject({ status: 404 })
    it.at(NOON)
  })

  test('a redirect leads from where nothing is, never in a circle, until it is deleted', async () => {
    const ctx = await anEditor(it)
    const { redirectOf } = it.app.contentIndex
    expect(await refusalOf(() => createRedirect(ctx, { from: '/about', to: '/' }))).toMatchObject({
      status: 409,
    })
    await createRedirect(ctx, { from: '/one', to: '/two' })
    await createRedirect(ctx, { from: '/two', to: '/docs' })
    expect([redirectOf('/one'), redirectOf('/two')]).toEqual(['/docs', '/docs'])
    const circle = await refusalOf(() => createRedirect(ctx, { from: '/docs-old', to: '/docs-old' }))
    expect(circle).toMatchObject({ status: 400, issues: [{ path: 'to' }] })
    const spelled = await refusalOf(() => createRedirect(ctx, { from: '/Docs-Old', to: '/docs-old' }))
    expect(spelled).toMatchObject({ status: 400, issues: [{ path: 'to' }] })
    expect(await refusalOf(() => createRedirect(ctx, { from: '/About', to: '/' }))).toMatchObject({
      status: 409,
    })
    expect((await listRedirects(ctx)).map(({ from }) => from)).toContain('/two')
    await deleteRedirect(ctx, { from: '/two' })
    expect(redirectOf('/two')).toBeUndefined()
    expect(await refusalOf(() => deleteRedirect(ctx, { from: '/two' }))).toMatchObject({ status: 404 })
  })
})
