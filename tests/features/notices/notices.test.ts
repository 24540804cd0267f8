import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { scheduleEntry } from '#app/features/cms/publishing.server.ts'
import { publishDue } from '#app/features/cms/worker.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { changeSubmission } from '#app/features/contact/inbox.server.ts'
import { saveIntegration } from '#app/features/integrations/integrations.server.ts'
import { queueEmail } from '#app/features/mail/queue.server.ts'
import { listNotices, markNoticesSeen } from '#app/features/notices/notices.server.ts'
import { createRunner } from '#app/features/runners/runners.server.ts'
import { anEditor, anEntry } from '#tests/support/db/cms.ts'
import { aMessage } from '#tests/support/db/contact.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  NOON,
  openTestApp,
  refusalOf,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'
import { aJob } from '#tests/support/db/jobs.ts'
import { aManager, anAdministrator, madeAutomation } from '#tests/support/db/management.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: Context
  let editor: Context
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = await anAdministrator(it)
    editor = await anEditor(it)
  })
  afterAll(() => it.close())
  afterEach(async () => {
    it.at(NOON)
    const { db } = it.app
    for (const table of ['contact_submissions', 'outbox', 'cms_entries', 'runners', 'guilds'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('notice_marks').execute()
  })

  const told = async (ctx: Context) =>
    (await listNotices(ctx)).notices.map(({ kind, title, href, at }) => [kind, title, href, at])
  const kinds = async (ctx: Context) => (await listNotices(ctx)).notices.map(({ kind }) => kind).sort()

  const failed = async (guildId: string) => {
    const { id } = await madeAutomation(admin, guildId, { enabled: true })
    const row = { last_outcome: 'failed', last_triggered_at: '2026-11-21T11:00:00.000Z' }
    await it.app.db.updateTable('automations').set(row).where('id', '=', id).execute()
    return id
  }

  test('nothing needs anybody where nothing is wrong', async () => {
    await aGuild(it)
    expect(await listNotices(admin)).toEqual({ notices: [], unseen: 0, seen_at: null })
  })

  test('a guild’s issues go to administrators and its managers alone', async () => {
    const [mine, other] = [await aGuild(it), await aGuild(it)]
    const manager = await aManager(it, mine.id)
    const died = { state: 'dead', finished_at: '2026-11-21T10:00:00.000Z' }
    await aJob(it, mine.id, died)
    await aJob(it, mine.id, { ...died, finished_at: '2026-11-21T10:30:00.000Z' })
    await aJob(it, mine.id, { ...died, finished_at: '2026-11-13T10:00:00.000Z' })
    await aJob(it, other.id, { run_at: '2026-11-21T11:50:00.000Z' })
    const id = await failed(mine.id)
    const base = `/admin/guilds/${mine.id}`
    const ofMine = [
      [
        'automation',
        '“Greets” in A guild failed in its last run',
        `${base}/automations/${id}/runs`,
        '2026-11-21T11:00:00.000Z',
      ],
      ['jobs_dead', '2 jobs of A guild died', `${base}/jobs?state=dead`, '2026-11-21T10:30:00.000Z'],
    ]
    const ofOther = [
      'jobs_waiting',
      'Jobs for A guild are waiting for a runner',
      `/admin/guilds/${other.id}/jobs?state=queued`,
      '2026-11-21T11:51:00.000Z',
    ]
    expect(await told(manager)).toEqual(ofMine)
    expect(await told(admin)).toEqual([ofOther, ...ofMine])
    expect(await told(editor)).toEqual([])
  })

  test('a job that has waited for a minute at most is told to nobody', async () => {
    const { id } = await aGuild(it)
    await aJob(it, id, { run_at: '2026-11-21T11:59:00.000Z' })
    expect(await kinds(admin)).toEqual([])
    it.at('2026-11-21T12:00:00.001Z')
    expect(await kinds(admin)).toEqual(['jobs_waiting'])
  })

  test('a guild with runners but none connected is reported, unless it opts out', async () => {
    const [first, second] = [await aGuild(it), await aGuild(it)]
    const { id } = await createRunner(it.ctx(), { name: 'of one', guild: first.id })
    expect(await told(admin), 'without a bot token, and never connected').toEqual([])
    const seen = { last_seen_at: '2026-11-21T11:00:00.000Z' }
    await it.app.db.updateTable('runners').set(seen).where('id', '=', id).execute()
    expect(await told(admin)).toEqual([
      [
        'integration',
        'No runner for A guild is connected',
        `/admin/guilds/${first.id}/integrations`,
        expect.any(String),
      ],
    ])
    expect(await told(await aManager(it, second.id))).toEqual([])
    const unwanted = { guildId: first.id, slug: 'runners', enabled: false, version: 0 }
    await saveIntegration(admin, unwanted)
    expect(await told(admin)).toEqual([])
  })

  test('administrators get notices about site integrations, even without any server', async () => {
    const manager = await aManager(it, (await aGuild(it)).id)
    const health = { provider: 'turnstile', failed_at: NOON, failure: 'No response.' }
    await it.app.db.insertInto('challenge_health').values(health).execute()
    const { challenge } = it.app.config
    const app = {
      ...it.app,
      config: { ...it.app.config, challenge: { ...challenge, provider: 'turnstile' } },
    }
    const as = (ctx: Context) => listNotices({ ...ctx, config: app.config } as Context)
    expect((await as(admin)).notices).toMatchObject([
      { id: 'integration:site:bot-challenge', href: '/admin/settings#integrations' },
    ])
    expect((await as(manager)).notices).toEqual([])
    await it.app.db.deleteFrom('challenge_health').execute()
  })

  test('messages and emails notify administrators until they are resolved', async () => {
    const { submission } = await submitMessage(it.ctx(anonymous), aMessage({ subject: 'A key' }))
    const letter = { kind: 'contact_message' as const, recipient: 'a@example.com' }
    await queueEmail(it.ctx(), { ...letter, data: { submission_id: submission.id } })
    await it.app.db
      .updateTable('outbox')
      .set({ status: 'failed', settled_at: '2026-11-21T11:30:00.000Z' })
      .where('recipient', '=', 'a@example.com')
      .execute()
    const [message, emails] = (await listNotices(admin)).notices
    expect(message).toEqual({
      id: `message:${submission.id}`,
      kind: 'message',
      tone: 'info',
      title: 'Unread message: A key',
      href: `/admin/inbox/${submission.id}`,
      at: NOON,
    })
    expect(emails).toMatchObject({ kind: 'emails', tone: 'warn', title: '1 email could not be sent' })
    expect(await kinds(editor)).toEqual([])
    await changeSubmission(admin, { id: submission.id, status: 'read' })
    expect(await kinds(admin)).toEqual(['emails'])
  })

  test('editors are told what is published within a day, and what could not be', async () => {
    const made = await anEntry(editor, 'page', { title: 'Hours' })
    const entry = { type: made.type, id: made.id, version: made.version }
    const due = '2026-11-22T13:00:00.000Z'
    const scheduled = await scheduleEntry(editor, { ...entry, scheduled_at: due })
    expect(await kinds(editor)).toEqual([])
    it.at('2026-11-21T14:00:00.000Z')
    const href = `/admin/content/page/${made.id}`
    expect(await told(editor)).toEqual([
      ['entry_soon', '“Hours” will be published on 22 Nov 2026, 13:00 UTC', href, '2026-11-21T13:00:00.000Z'],
    ])
    expect(await kinds(await aManager(it, (await aGuild(it)).id))).toEqual([])
    await it.app.db
      .updateTable('cms_entries')
      .set({ body: '<Unknown />' })
      .where('id', '=', scheduled.id)
      .execute()
    it.at(due)
    await publishDue(it.ctx())
    expect(await told(editor)).toEqual([
      ['entry_trouble', '“Hours” could not be published on time', href, due],
    ])
  })

  test('there are fifty at most, the newest, and a few of them where that is asked for', async () => {
    for (let second = 10; second < 62; second++) {
      it.at(new Date(Date.parse(NOON) + second * 1000).toISOString())
      await submitMessage(it.ctx(anonymous), aMessage({ subject: `number ${second}` }))
    }
    const { notices, unseen } = await listNotices(admin)
    expect([notices.length, unseen]).toEqual([50, 50])
    expect(notices[0]!.title).toBe('Unread message: number 61')
    const few = await listNotices(admin, { limit: 1 })
    expect([few.notices.length, few.unseen]).toEqual([1, 50])
  })

  test('each person’s seen time never goes back or ahead of the clock', async () => {
    await submitMessage(it.ctx(anonymous), aMessage())
    await markNoticesSeen(admin, { until: '2026-11-21T11:59:59.999Z' })
    expect((await listNotices(admin)).unseen).toBe(1)
    await markNoticesSeen(admin, { until: '2999-01-01T00:00:00Z' })
    expect(await listNotices(admin)).toMatchObject({ unseen: 0, seen_at: NOON, notices: [{}] })
    await markNoticesSeen(admin, { until: '2026-11-20T00:00:00Z' })
    expect((await listNotices(admin)).seen_at).toBe(NOON)
    expect((await listNotices(await anAdministrator(it))).unseen).toBe(1)
    it.at('2026-11-21T12:00:00.001Z')
    await submitMessage(it.ctx(anonymous), aMessage())
    expect((await listNotices(admin)).unseen).toBe(1)
  })

  test('whoever may not open the console is refused', async () => {
    for (const [actor, status] of [
      [anonymous, 401],
      [userWith('member'), 403],
    ] as const) {
      expect(await refusalOf(() => listNotices(it.ctx(actor)))).toMatchObject({ status })
      expect(await refusalOf(() => markNoticesSeen(it.ctx(actor), { until: NOON }))).toMatchObject({ status })
    }
  })
})
