import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { exportSubmissions } from '#app/features/contact/export.server.ts'
import { changeSubmission } from '#app/features/contact/inbox.server.ts'
import { purgeContact } from '#app/features/contact/retention.server.ts'
import type { SubmissionStatus } from '#app/features/contact/schema.ts'
import { aMessage, auditOfMessages, keptMessages, typed } from '#tests/support/db/contact.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { anAdministrator } from '#tests/support/db/management.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: Context
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = await anAdministrator(it)
  })
  afterAll(() => it.close())
  afterEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('contact_submissions').execute()
    await it.app.db.deleteFrom('audit').execute()
  })

  async function sent(over: Record<string, unknown> = {}, status?: SubmissionStatus) {
    const { submission } = await submitMessage(it.ctx(anonymous), aMessage(over))
    if (status) await changeSubmission(it.ctx(), { id: submission.id, status })
    return submission.id
  }
  async function fileOf(status?: SubmissionStatus) {
    let text = ''
    for await (const chunk of (await exportSubmissions(admin, { status })).chunks) text += chunk
    return text
  }

  test('the file has every message in full, the oldest first, and no formula', async () => {
    const awkward = { name: '=1+1', subject: '@SUM(A1)', message: '-2 "quoted",\nand more' }
    const ids = [await sent(awkward), await sent({ subject: undefined }, 'read'), await sent({}, 'spam')]
    const rows = parse(await fileOf(), { columns: true }) as Record<string, string>[]
    expect(rows).toMatchObject([
      {
        id: ids[0],
        name: "'=1+1",
        subject: "'@SUM(A1)",
        message: '\'-2 "quoted",\nand more',
        email: typed.email,
      },
      { id: ids[1], status: 'read', subject: '', note: '', created_at: NOON },
    ])
    expect(parse(await fileOf('spam'), { columns: true })).toMatchObject([{ id: ids[2] }])
    const exports = (await auditOfMessages(it)).filter(({ action }) => action === 'contact.exported')
    expect(exports.map(({ details }) => JSON.parse(details) as unknown)).toEqual([
      { status: 'all but spam' },
      { status: 'spam' },
    ])
  })

  test('a file of many pages has each message once, and is noted when somebody reads it', async () => {
    for (let made = 0; made < 205; made++) await sent()
    const { chunks } = await exportSubmissions(admin, {})
    expect(await auditOfMessages(it)).toEqual([])
    const pieces: string[] = []
    for await (const chunk of chunks) pieces.push(chunk)
    expect(pieces).toHaveLength(4)
    const rows = parse(pieces.join(''), { columns: true }) as { id: string }[]
    expect(rows.map(({ id }) => id)).toEqual((await keptMessages(it)).map(({ id }) => id))
  })

  test('messages are deleted some time after their last status, unread ones never', async () => {
    const [unread, read, resolved, spam] = [
      await sent(),
      await sent({}, 'read'),
      await sent({}, 'resolved'),
      await sent({}, 'spam'),
    ]
    const leftAfter = async (days: number, more = 0) => {
      it.at(new Date(Date.parse(NOON) + days * 24 * 3600_000 + more).toISOString())
      await purgeContact(it.ctx())
      return (await keptMessages(it)).map(({ id }) => id)
    }
    expect(await leftAfter(30)).toEqual([unread, read, resolved, spam])
    expect(await leftAfter(30, 1)).toEqual([unread, read, resolved])
    await changeSubmission(admin, { id: read, status: 'unread' })
    await changeSubmission(admin, { id: read, status: 'read' })
    expect(await leftAfter(365)).toEqual([unread, read, resolved])
    expect(await leftAfter(365, 1)).toEqual([unread, read])
    expect(await leftAfter(396)).toEqual([unread])
    expect(await leftAfter(10_000)).toEqual([unread])
  })
})
