import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateOf } from '#app/features/automations/templates.ts'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { announceEntries } from '#app/features/announcements/announcements.server.ts'
import { saveEntry } from '#app/features/cms/entries.server.ts'
import {
  publishEntry,
  publishQuietly,
  scheduleEntry,
  unpublishEntry,
} from '#app/features/cms/publishing.server.ts'
import { publishDue } from '#app/features/cms/worker.server.ts'
import { anEditor, anEntry, changed } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, NOON, openTestApp, refusalOf, type TestApp, userWith } from '#tests/support/factories.ts'

const DESCRIPTION = 'From the first of December, we open at nine in the morning.'
const CHANNEL = '300000000000000007'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let guild: string
  beforeAll(async () => {
    it = await openTestApp(engine, { SITE_URL: 'https://site.example' })
    guild = await announcingGuild()
  })
  afterAll(() => it.close())

  async function announcingGuild(over: object = {}) {
    const { id } = await aGuild(it)
    const template = templateOf('announcements')
    const [action] = template.actions
    const actions = [{ ...action!, config: { ...action!.config, channel_id: CHANNEL } }]
    await createAutomation(it.ctx(), { guildId: id, ...template, actions, enabled: true, ...over })
    return id
  }
  const announce = () => announceEntries(it.ctx())
  const jobsOf = async (guildId = guild) => {
    const rows = await it.app.db
      .selectFrom('jobs')
      .select(['type', 'payload'])
      .where('guild_id', '=', guildId)
      .execute()
    return rows.map(({ type, payload }) => ({
      type,
      payload: (JSON.parse(payload) as { config: { embed: { url: string } } }).config,
    }))
  }
  const urlsOf = async (guildId = guild) => (await jobsOf(guildId)).map(({ payload }) => payload.embed.url)
  const urlOf = ({ path }: { path: string }) => `https://site.example${path}`

  test('a first publication is announced once, with the share image', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'post', { title: 'We open {event.data.url}', description: DESCRIPTION })
    const live = await publishEntry(ctx, made)
    const later = await saveEntry(ctx, changed(live, { title: 'A secret draft' }))
    await Promise.all([announce(), announce()])
    await announce()
    expect((await jobsOf()).filter(({ payload }) => payload.embed.url === urlOf(made))).toEqual([
      {
        type: 'SEND_MESSAGE',
        payload: expect.objectContaining({
          channel_id: CHANNEL,
          embed: {
            title: 'We open {event.data.url}',
            description: DESCRIPTION,
            url: urlOf(made),
            image: { url: `https://site.example/share${made.path}.png` },
          },
        }),
      },
    ])
    const next = await publishEntry(ctx, await saveEntry(ctx, changed(later, { title: 'Two' })))
    await publishEntry(ctx, await unpublishEntry(ctx, next))
    await announce()
    expect((await urlsOf()).filter((url) => url === urlOf(made))).toHaveLength(1)
  })

  test('a scheduled post is announced when it is published, and other types are not', async () => {
    const ctx = await anEditor(it)
    const made = await anEntry(ctx, 'post')
    const page = await anEntry(ctx, 'page')
    await publishEntry(ctx, page)
    await scheduleEntry(ctx, { ...made, scheduled_at: '2026-11-21T13:00:00.000Z' })
    await announce()
    expect(await urlsOf()).not.toContain(urlOf(made))
    it.at('2026-11-21T13:00:01.000Z')
    await publishDue(it.ctx())
    await announce()
    it.at(NOON)
    expect(await urlsOf()).toContain(urlOf(made))
    expect(await urlsOf()).not.toContain(urlOf(page))
  })

  test('imported entries, and entries unpublished in time, are not announced', async () => {
    const ctx = await anEditor(it)
    const [imported, gone] = [await anEntry(ctx, 'post'), await anEntry(ctx, 'post')]
    await publishQuietly(ctx, imported, { announces: false })
    await unpublishEntry(ctx, await publishEntry(ctx, gone))
    await announce()
    const urls = await urlsOf()
    expect([urls.includes(urlOf(imported)), urls.includes(urlOf(gone))]).toEqual([false, false])
    expect(await it.app.db.selectFrom('entry_announcements').selectAll().execute()).toEqual([])
  })

  test('only served servers with an enabled automation get the event', async () => {
    const [off, left, other] = [
      await announcingGuild({ enabled: false }),
      await announcingGuild(),
      (await aGuild(it)).id,
    ]
    await it.app.db.updateTable('guilds').set({ state: 'left' }).where('id', '=', left).execute()
    const ctx = await anEditor(it)
    await publishEntry(ctx, await anEntry(ctx, 'post'))
    await announce()
    const events = await it.app.db
      .selectFrom('events')
      .select('guild_id')
      .where('type', '=', 'ENTRY_PUBLISHED')
      .where('guild_id', 'in', [off, left, other])
      .execute()
    expect(events).toEqual([])
    expect((await refusalOf(() => announceEntries(it.ctx(userWith('owner'))))).status).toBe(403)
  })
})
