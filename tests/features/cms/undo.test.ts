import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#app/errors.ts'
import { saveEntry } from '#app/features/cms/entries.server.ts'
import {
  archiveEntry,
  listAnnouncements,
  publishEntry,
  removeAnnouncement,
  scheduleEntry,
  unpublishEntry,
} from '#app/features/cms/publishing.server.ts'
import { restoreState, stateText, withRedirect } from '#app/features/cms/revisions.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { createRedirect, deleteRedirect } from '#app/features/content/store/redirects.server.ts'
import { anEditor, anEntry, aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const shown = (path: string) => it.app.contentIndex.find(path)

  test('Undo restores the published version, the unpublished changes and the schedule', async () => {
    const ctx = await anEditor(it)
    const live = await publishEntry(ctx, await anEntry(ctx, 'page', { title: 'Live' }))
    const next = await saveEntry(ctx, changed(live, { title: 'Next' }))
    const at = '2026-12-24T09:00:00.000Z'
    const undone = async (before: CmsEntry, after: CmsEntry) => {
      const { entry, act } = await restoreState(ctx, {
        ...after,
        state: stateText(ctx, { ...before, redirect: null }, after),
      })
      const { status, live_version, scheduled_at } = before
      const isCurrent = live_version === before.version
      const current = isCurrent ? entry.version : live_version
      expect(entry).toMatchObject({ status, live_version: current, scheduled_at, title: before.title })
      expect(shown(live.path)?.title).toBe(
        live_version === null ? undefined : isCurrent ? before.title : 'Live',
      )
      return { entry, act }
    }
    const archived = await undone(next, await archiveEntry(ctx, next))
    expect(archived.act).toBe('published')
    const scheduled = await scheduleEntry(ctx, { ...archived.entry, scheduled_at: at })
    const back = await undone(archived.entry, scheduled)
    expect(back.act).toBe('unscheduled')
    const again = await scheduleEntry(ctx, { ...back.entry, scheduled_at: at })
    const { entry } = await undone(again, await archiveEntry(ctx, again))
    const published = await undone(entry, await publishEntry(ctx, entry))
    const current = await publishEntry(ctx, published.entry)
    const last = await undone(current, await unpublishEntry(ctx, current))
    const hidden = await archiveEntry(ctx, last.entry)
    expect((await undone(hidden, await scheduleEntry(ctx, { ...hidden, scheduled_at: at }))).act).toBe(
      'archived',
    )
    const draft = await anEntry(ctx, 'page')
    expect((await undone(draft, await archiveEntry(ctx, draft))).act).toBe('unarchived')
    // A state of another version, and states that no action left.
    const forged = stateText(ctx, await withRedirect(ctx, last.entry), hidden)
    for (const state of ['', 'draft****', 'published*1***', forged, forged.replace('draft', 'archived')])
      await expect(restoreState(ctx, { ...last.entry, state })).rejects.toBeInstanceOf(Refusal)
  })

  test('Undo of Archive and of Unpublish does not announce an entry again', async () => {
    const ctx = await anEditor(it)
    const announced = async () => (await listAnnouncements(it.ctx())).map(({ id }) => id)
    let live = await publishEntry(ctx, await anEntry(ctx, 'post'))
    expect(await announced()).toContain(live.id)
    await removeAnnouncement(it.ctx(), live)
    for (const act of [archiveEntry, unpublishEntry]) {
      const [before, after] = [await withRedirect(ctx, live), await act(ctx, live)]
      live = (await restoreState(ctx, { ...after, state: stateText(ctx, before, after) })).entry
      expect(shown(live.path)?.title).toBe(live.title)
      expect(await announced()).not.toContain(live.id)
    }
  })

  test('Undo of Publish restores the redirect that the publication replaced', async () => {
    const ctx = await anEditor(it)
    const { redirectOf } = it.app.contentIndex
    const live = await aPublishedEntry(ctx)
    const moved = await saveEntry(ctx, changed(live, { slug: `${live.slug}-moved` }))
    const old = `${live.slug}-old`
    for (const saved of [await anEntry(ctx, 'page'), moved]) {
      await createRedirect(ctx, { from: saved.path, to: '/docs' })
      await createRedirect(ctx, { from: `/${old}`, to: saved.path })
      const before = await withRedirect(ctx, saved)
      const after = await publishEntry(ctx, saved)
      expect([shown(saved.path)?.title, redirectOf(saved.path)]).toEqual([saved.title, undefined])
      const { entry, lostRedirect } = await restoreState(ctx, {
        ...after,
        state: stateText(ctx, before, after),
      })
      expect(lostRedirect).toBeNull()
      expect([shown(saved.path), redirectOf(saved.path)]).toEqual([undefined, '/docs'])
      expect(redirectOf(`/${old}`)).toBe('/docs')
      // Another editor has created the opposite redirect in the meantime.
      const again = await publishEntry(ctx, entry)
      await createRedirect(ctx, { from: '/opposite', to: saved.path })
      const looped = { ...before, redirect: '/opposite' }
      const undone = await restoreState(ctx, { ...again, state: stateText(ctx, looped, again) })
      // Readers of the moved entry's URL are redirected to its published URL instead.
      expect(undone.lostRedirect).toBe(saved.id === moved.id ? null : '/opposite')
      expect(redirectOf(saved.path)).not.toBe('/opposite')
      await deleteRedirect(ctx, { from: '/opposite' })
    }
    expect(shown(live.path)?.title).toBe(live.title)
  })
})
