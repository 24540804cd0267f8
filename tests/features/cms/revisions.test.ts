import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCmsEntries, readCmsEntry, saveEntry } from '#app/features/cms/entries.server.ts'
import { publishEntry, revertEntry, unpublishEntry } from '#app/features/cms/publishing.server.ts'
import { deleteEntry, purgeEntries, undeleteEntry } from '#app/features/cms/removal.server.ts'
import {
  listRevisions,
  readRevision,
  restoreRevision,
  restoreState,
  stateText,
} from '#app/features/cms/revisions.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { anEditor, anEntry, aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const all = { limit: 100, offset: 0 }

  test('an earlier text comes back as the next version, under the address that stands', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'page', { body: 'First.' })
    const second = await saveEntry(ctx, changed(made, { body: 'Second.', slug: `${made.slug}-b` }))
    const entry = { type: 'page' as const, id: made.id }
    expect((await readRevision(ctx, { ...entry, n: 1 })).fields.body).toBe('First.')
    const back = await restoreRevision(ctx, { ...entry, n: 1, version: 2 })
    expect(back).toMatchObject({ body: 'First.', slug: second.slug, version: 3 })
    const { revisions } = await listRevisions(ctx, { ...entry, ...all })
    expect(revisions.map(({ act, changed }) => [act, changed])).toEqual([
      ['restored', ['body']],
      ['saved', ['slug', 'body']],
      ['created', []],
    ])
    const none = await refusalOf(() => restoreRevision(ctx, { ...entry, n: 9, version: 3 }))
    expect(none).toMatchObject({ status: 404 })
  })

  test('the history names the command line, and has no name for the service', async () => {
    const made = await anEntry(it.ctx({ kind: 'system', isCommand: true }))
    await saveEntry(it.ctx(), changed(made, { body: 'Second.' }))
    const { revisions } = await listRevisions(it.ctx(), { type: 'page', id: made.id, ...all })
    expect(revisions.map(({ by }) => by)).toEqual([null, 'the command line'])
  })

  test('Undo of a revert restores the text and the publication', async () => {
    const ctx = await anEditor(it)
    const title = () => it.app.contentIndex.find('/privacy')!.title
    const file = await readCmsEntry(ctx, { type: 'page', id: 'file:privacy' })
    const live = await publishEntry(ctx, await saveEntry(ctx, changed(file, { title: 'Own' })))
    const next = await saveEntry(ctx, changed(live, { title: 'Next' }))
    const undone = async (before: CmsEntry) => {
      const after = await revertEntry(ctx, before)
      expect([after.title, title()]).toEqual([file.title, file.title])
      return restoreState(ctx, { ...after, state: stateText(ctx, { ...before, redirect: null }, after) })
    }
    const { entry, act } = await undone(next)
    expect(entry).toMatchObject({ status: 'published', title: 'Next', live_version: live.version })
    expect([act, title()]).toEqual(['published', 'Own'])
    const current = await undone(await publishEntry(ctx, entry))
    expect([current.entry.live_version, title()]).toEqual([current.entry.version, 'Next'])
    const draft = await undone(await unpublishEntry(ctx, current.entry))
    expect(draft).toMatchObject({ act: 'restored', entry: { status: 'draft', title: 'Next' } })
    expect(title()).toBe(file.title)
  })

  test('a deleted entry can be restored for thirty days, unless its address is taken', async () => {
    const ctx = await anEditor(it)
    const made = await aPublishedEntry(ctx)
    const { type, id, version } = made
    await deleteEntry(ctx, { type, id, version })
    expect(it.app.contentIndex.find(made.path)).toBeUndefined()
    const gone = await listCmsEntries(ctx, { ...all, status: 'deleted' })
    expect(gone.entries.map((entry) => entry.id)).toContain(id)
    const other = await anEntry(ctx, 'page', { slug: made.slug })
    expect(await refusalOf(() => undeleteEntry(ctx, { type, id }))).toMatchObject({ status: 409 })
    await deleteEntry(ctx, other)
    expect(await undeleteEntry(ctx, { type, id })).toMatchObject({ status: 'draft', body: made.body })
    it.at('2026-12-22T12:00:00.000Z')
    await purgeEntries(it.ctx())
    expect(await refusalOf(() => undeleteEntry(ctx, other))).toMatchObject({ status: 404 })
    expect(await readCmsEntry(ctx, { type, id })).toMatchObject({ status: 'draft' })
    it.at('2026-11-21T12:00:00.000Z')
  })
})
