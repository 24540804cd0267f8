import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { exportSubmissions } from '#app/features/contact/export.server.ts'
import {
  changeSubmission,
  changeSubmissions,
  listSubmissions,
  maskEmail,
  maskName,
  openSubmission,
  readSubmission,
  removeSubmission,
  replyToSubmission,
  revealSubmission,
  submissionBulkForm,
  unreadSubmissions,
} from '#app/features/contact/inbox.server.ts'
import { purgeContact } from '#app/features/contact/retention.server.ts'
import type { SubmissionStatus } from '#app/features/contact/schema.ts'
import { aMessage, auditOfMessages, keptMessages, typed } from '#tests/support/db/contact.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { anAdministrator } from '#tests/support/db/management.ts'

test.each([
  ['Ada Lovelace', 'A. L.'],
  ['  ada  ', 'a.'],
  ['Ana María de la Cruz', 'A. M. d.'],
  ['😀 Ж', '😀. Ж.'],
])('the name %s is shown as %s', (name, shown) => expect(maskName(name)).toBe(shown))

test.each([
  ['ada@example.com', 'a•••@e•••.com'],
  ['a@b.co.uk', 'a•••@b•••.uk'],
  ['x"@"y@localhost', 'x•••@l•••'],
])('the address %s is shown as %s', (email, shown) => expect(maskEmail(email)).toBe(shown))

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
  const list = (status?: SubmissionStatus, limit = 50, offset = 0) =>
    listSubmissions(admin, { status, limit, offset })
  const idsOf = async (...wanted: Parameters<typeof list>) =>
    (await list(...wanted)).submissions.map(({ id }) => id)
  test('unread messages come first, then the newest; spam only when it is asked for', async () => {
    const resolved = await sent({}, 'resolved')
    const first = await sent()
    const read = await sent({}, 'read')
    const spam = await sent({ website: 'x' })
    const last = await sent()
    expect(await idsOf()).toEqual([last, first, read, resolved])
    expect(await idsOf('spam')).toEqual([spam])
    expect(await idsOf(undefined, 2, 1)).toEqual([first, read])
    const counts = { unread: 2, read: 1, resolved: 1, spam: 1 }
    expect(await list(undefined, 2, 1)).toMatchObject({ total: 4, limit: 2, offset: 1, counts })
    expect(await list('unread')).toMatchObject({ total: 2, counts })
    expect([
      await unreadSubmissions(admin, { most: 100 }),
      await unreadSubmissions(admin, { most: 1 }),
    ]).toEqual([2, 1])
  })

  test('a sender is masked until revealed, and the log names only who revealed it', async () => {
    const id = await sent()
    const changed = await changeSubmission(admin, { id, status: 'read' })
    const masked = [
      ...(await list()).submissions,
      (await readSubmission(admin, { id })).submission,
      changed.submission,
    ]
    for (const one of masked) {
      expect(one).toMatchObject({
        name: 'A. L.',
        email: 'a•••@e•••.com',
        masked: true,
        message: typed.message,
      })
      expect(JSON.stringify(one)).not.toMatch(/Lovelace|ada@/)
    }
    const { submission } = await revealSubmission(admin, { id })
    expect(submission).toMatchObject({ name: typed.name, email: typed.email, masked: false })
    const log = await auditOfMessages(it)
    expect(log.map(({ action, actor_name, target_id }) => [action, actor_name, target_id])).toEqual([
      ['contact.changed', 'Grace', id],
      ['contact.revealed', 'Grace', id],
    ])
    expect(JSON.stringify(log)).not.toMatch(/Lovelace|ada@|statistics/)
  })

  test('a message is marked and noted, and what changes nothing leaves no trace', async () => {
    const id = await sent()
    it.at('2026-11-21T12:05:00.000Z')
    await changeSubmission(admin, { id, note: 'Ask Ruth about it.' })
    it.at('2026-11-21T12:10:00.000Z')
    const { submission } = await changeSubmission(admin, {
      id,
      status: 'resolved',
      note: 'Ask Ruth about it.',
    })
    expect(submission).toMatchObject({
      status: 'resolved',
      note: 'Ask Ruth about it.',
      status_at: '2026-11-21T12:10:00.000Z',
      updated_at: '2026-11-21T12:10:00.000Z',
    })
    it.at('2026-11-21T12:15:00.000Z')
    expect((await changeSubmission(admin, { id, status: 'resolved' })).submission).toEqual(submission)
    expect((await changeSubmission(admin, { id, note: '' })).submission).toMatchObject({ note: null })
    const details = (await auditOfMessages(it)).map((row) => JSON.parse(row.details) as unknown)
    expect(details).toEqual([{ note: 'written' }, { from: 'unread', to: 'resolved' }, { note: 'removed' }])
  })

  test('a message is deleted once and for good', async () => {
    const id = await sent()
    await removeSubmission(admin, { id })
    expect(await keptMessages(it)).toEqual([])
    const rules = [removeSubmission, readSubmission, revealSubmission, changeSubmission]
    for (const rule of rules)
      expect(await refusalOf(() => rule(admin, { id }))).toMatchObject({ status: 404 })
    expect((await auditOfMessages(it)).map(({ action }) => action)).toEqual(['contact.deleted'])
  })

  test('only administrators look into the inbox', async () => {
    const id = await sent()
    const rules: ((ctx: Context) => Promise<unknown>)[] = [
      (ctx) => listSubmissions(ctx, { limit: 1, offset: 0 }),
      (ctx) => readSubmission(ctx, { id }),
      (ctx) => revealSubmission(ctx, { id }),
      (ctx) => changeSubmission(ctx, { id, status: 'read' }),
      (ctx) => removeSubmission(ctx, { id }),
      (ctx) => exportSubmissions(ctx, {}),
      (ctx) => unreadSubmissions(ctx, { most: 1 }),
      (ctx) => purgeContact(ctx),
    ]
    for (const rule of rules) {
      expect(await refusalOf(() => rule(it.ctx(anonymous)))).toMatchObject({ status: 401 })
      for (const role of ['member', 'editor'] as const)
        expect(await refusalOf(() => rule(it.ctx(userWith(role))))).toMatchObject({ status: 403 })
    }
    expect(await keptMessages(it)).toMatchObject([{ status: 'unread' }])
  })

  test('opening marks only an unread message as read, and is recorded once', async () => {
    const [unread, spam] = [await sent(), await sent({}, 'spam')]
    await it.app.db.deleteFrom('audit').execute()
    for (const id of [unread, unread, spam]) await openSubmission(admin, { id })
    expect((await readSubmission(admin, { id: unread })).submission.status).toBe('read')
    expect((await readSubmission(admin, { id: spam })).submission.status).toBe('spam')
    expect(await auditOfMessages(it)).toHaveLength(1)
    expect(await refusalOf(() => openSubmission(admin, { id: 'x' }))).toMatchObject({ status: 404 })
    const editor = it.ctx(userWith('editor'))
    expect(await refusalOf(() => openSubmission(editor, { id: unread }))).toMatchObject({ status: 403 })
  })

  test('a reply reveals the sender and resolves the message, and both are recorded', async () => {
    const id = await sent()
    const reply = await replyToSubmission(admin, { id })
    expect(reply).toMatchObject({
      was: 'unread',
      submission: { email: typed.email, status: 'resolved', masked: false },
    })
    const actions = (await auditOfMessages(it)).map(({ action }) => action)
    expect(actions.sort()).toEqual(['contact.changed', 'contact.revealed'])
    const editor = it.ctx(userWith('editor'))
    expect(await refusalOf(() => replyToSubmission(editor, { id }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => replyToSubmission(admin, { id: 'x' }))).toMatchObject({ status: 404 })
  })

  test('selected messages are resolved or deleted together, and unknown ids are named', async () => {
    const [unread, resolved, spam] = [await sent(), await sent({}, 'resolved'), await sent({}, 'spam')]
    const select = (act: string, values: Record<string, string>, more = {}) =>
      submissionBulkForm.parse({
        act,
        ...more,
        ...Object.fromEntries(Object.entries(values).map(([id, value]) => [`pick:${id}`, value])),
      })
    const all = { [unread]: '', [resolved]: '', [spam]: '', 'no-id': '' }
    const result = await changeSubmissions(admin, select('resolved', all))
    const states = result.done.map(({ key, undo }) => [key, undo])
    expect(Object.fromEntries(states)).toEqual({ [unread]: 'unread', [spam]: 'spam' })
    expect(result).toMatchObject({
      unchanged: 1,
      refused: [{ key: 'no-id', reason: 'This message does not exist.' }],
    })
    const undone = select('undo', Object.fromEntries(result.done.map((one) => [one.key, ` ${one.undo}`])))
    await changeSubmissions(admin, undone)
    expect(await idsOf('spam')).toEqual([spam])
    await changeSubmissions(admin, select('delete', { [spam]: '' }, { sure: 'yes' }))
    expect(await idsOf('spam')).toEqual([])
    const editor = it.ctx(userWith('editor'))
    const refusal = await refusalOf(() => changeSubmissions(editor, select('read', all)))
    expect(refusal.status).toBe(403)
  })
})
