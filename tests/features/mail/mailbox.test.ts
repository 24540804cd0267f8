import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor, Role } from '#app/access.ts'
import { deliverDueEmails } from '#app/features/mail/delivery.server.ts'
import {
  deleteMailboxMessages,
  listMailbox,
  openMessage,
  readMessage,
} from '#app/features/mail/mailbox.server.ts'
import { messageNames, writeMessage } from '#app/features/mail/mailbox-folder.server.ts'
import { listOutbox, queueEmail, retryEmail } from '#app/features/mail/queue.server.ts'
import { openMailTransport } from '#app/features/mail/transport.server.ts'
import { emailComposers } from '#app/app.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, aUser, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'
import { fakeMailTransport, outboxTo } from '#tests/support/db/letters.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  const as = (actor: Actor) => it.ctx(actor)
  const actorOf = (user: { id: string; role: Role }): Actor => ({
    kind: 'user',
    userId: user.id,
    role: user.role,
    sessionId: 's',
    theme: 'system',
    guildIds: [],
    name: 'Ada',
  })
  const folder = () => join(it.app.config.dataDir, 'mailbox')

  /** A user of a role, and the name of the message with the link for a new password that they got. */
  async function withLetter(role: Role) {
    const user = await aUser(it, { role })
    await queueEmail(it.ctx(), { kind: 'reset_password', recipient: user.email, data: {} })
    await deliverDueEmails(it.ctx(), {
      composers: emailComposers,
      transport: openMailTransport(it.app.config),
    })
    const id = (await outboxTo(it, user.email))[0]!.id
    const file = (await readdir(folder())).find((name) => name.includes(id))!
    return { user, name: file.replace('.eml', '') }
  }
  const audit = (name: string) =>
    it.app.db.selectFrom('audit').selectAll().where('details', 'like', `%${name}%`).execute()

  test.each([
    ['admin', 'member', true],
    ['admin', 'editor', true],
    ['admin', 'admin', false],
    ['admin', 'owner', false],
    ['owner', 'admin', true],
    ['owner', 'owner', true],
  ] as const)('%s reads the letter of a %s: %s', async (reader, role, may) => {
    const { user, name } = await withLetter(role)
    const ctx = as(userWith(reader))
    const head = await openMessage(ctx, { name })
    expect(head).toMatchObject({ to: user.email, subject: 'Set a new password for Signpost' })
    expect(head.hidden === null).toBe(may)
    expect(JSON.stringify(head)).not.toContain('token=')
    expect(await audit(name)).toEqual([])
    if (!may) {
      expect(await refusalOf(() => readMessage(ctx, { name }))).toMatchObject({ status: 403 })
      expect(await audit(name)).toEqual([])
      return
    }
    const read = await readMessage(ctx, { name })
    expect([read.text, read.html]).toEqual([
      expect.stringMatching(/token=[\w-]{43}/),
      expect.stringMatching(/token=[\w-]{43}/),
    ])
    expect(await audit(name)).toMatchObject([{ action: 'mail.read', actor_id: 'u', target_id: user.id }])
  })

  test('an administrator reads their own letter, and one to an address that nobody has', async () => {
    const { user, name } = await withLetter('admin')
    expect((await readMessage(as(actorOf(user)), { name })).text).toContain('token=')
    const message = {
      sender: 'Harbor',
      id: '01JD7Q0000000000000000000A',
      at: new Date('2026-11-21T11:00:00Z'),
    }
    const content = { to: anEmail(), subject: 'A', text: 'hello', html: '<p>hello' }
    await openMailTransport(it.app.config).deliver({ ...message, ...content })
    const stray = await readMessage(as(userWith('admin')), { name: `20261121T110000000Z-${message.id}` })
    expect(stray.text).toContain('hello')
  })

  test.each(['member', 'editor'] as const)('%s sees neither list nor message', async (role) => {
    const ctx = as(userWith(role))
    const calls = [
      () => listOutbox(ctx, { page: 1 }),
      () => listMailbox(ctx, { page: 1 }),
      () => openMessage(ctx, { name: 'x' }),
      () => readMessage(ctx, { name: 'x' }),
      () => retryEmail(ctx, { id: 'x' }),
    ]
    for (const call of calls) expect(await refusalOf(call)).toMatchObject({ status: 403 })
  })

  test.each([
    '',
    '.',
    '..',
    '../signpost.db',
    '../secrets.json',
    '%2e%2e%2fsecrets.json',
    '20261121T120000000Z-01JD7Q0000000000000000000B',
    '20261121T110000000Z-01JD7Q0000000000000000000A.eml',
    '20261121T110000000Z-01JD7Q0000000000000000000A/../../secrets.json',
    '20261121T110000000Z-01JD7Q0000000000000000000A\0',
    '20261121T110000000Z-01JD7Q0000000000000000000A\n',
  ])('the name %j leads to no file', async (name) => {
    const ctx = as(userWith('owner'))
    expect(await refusalOf(() => openMessage(ctx, { name }))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => readMessage(ctx, { name }))).toMatchObject({ status: 404 })
  })

  test('the mailbox lists messages, newest first, and no other files of its folder', async () => {
    await withLetter('member')
    await writeFile(join(folder(), 'notes.txt'), 'x')
    await writeFile(join(folder(), 'notes.eml'), 'x')
    await writeFile(join(folder(), '01.draft'), 'x')
    const list = await listMailbox(as(userWith('admin')), { page: 1 })
    const names = list!.messages.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names).toEqual([...names].sort().reverse())
    expect(names.join()).not.toContain('notes')
    expect((await listMailbox(as(userWith('admin')), { page: 9 }))!.messages).toEqual([])
  })

  test('emails to an address are deleted by their headers, however they are encoded', async () => {
    const to = (fields: string, body = '') => Buffer.from(`From: a@site.test\r\n${fields}\r\n\r\n${body}\r\n`)
    const messages = [
      to('To: =?utf-8?q?J=C3=B6rg?= <gone@site.test>'),
      to('To: other@site.test,\r\n "Gone, J." <gone@site.test>'),
      to('To: other@site.test\r\nCC: gone@site.test'),
      to('To: team: other@site.test, gone@site.test;'),
      to('To: other@site.test', 'To: gone@site.test'),
    ]
    const at = new Date('2026-11-19T12:00:00Z')
    for (const [index, bytes] of messages.entries())
      await writeMessage(it.app.config, { id: `01JD7Q0000000000000000000${index}`, at, bytes })
    await deleteMailboxMessages(it.ctx(), 'gone@site.test')
    const left = (await messageNames(it.app.config)).filter((name) => name.startsWith('20261119'))
    expect(left.map((name) => name.at(-1))).toEqual(['4'])
  })

  test('a mailbox that was never written to is empty, and there is none with SMTP', async () => {
    const ctx = as(userWith('admin'))
    const empty = join(it.app.config.dataDir, 'empty')
    await mkdir(empty)
    const elsewhere = { ...ctx, config: { ...ctx.config, dataDir: empty } }
    expect(await listMailbox(elsewhere, { page: 1 })).toEqual({ messages: [], number: 1, pages: 1 })
    const smtp = { ...ctx, config: { ...ctx.config, smtpUrl: 'smtp://mail.example' } }
    expect(await listMailbox(smtp, { page: 1 })).toBe(null)
  })

  test('a failed email is sent again once, as a new one, and the audit log names who did', async () => {
    const { id: user_id, email } = await aUser(it)
    await queueEmail(it.ctx(), { kind: 'password_changed', recipient: email, data: { user_id } })
    const gone = Object.assign(new Error('no'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })
    await deliverDueEmails(it.ctx(), {
      composers: emailComposers,
      transport: fakeMailTransport(({ to }) => {
        if (to === email) throw gone
      }),
    })
    const ctx = as(userWith('admin'))
    const [row] = await outboxTo(it, email)
    const failed = await listOutbox(ctx, { status: 'failed', page: 1 })
    const words = { kind: 'The password was changed', recipient: email, status: 'failed', attempts: 1 }
    expect(failed.emails).toMatchObject([{ ...words, last_error: expect.stringContaining('(550)') }])
    expect(failed.emails[0]).not.toHaveProperty('data')

    const again = () => retryEmail(ctx, { id: row!.id })
    const both = await Promise.allSettled([again(), again()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(again)).toMatchObject({ status: 409 })
    expect(await refusalOf(() => retryEmail(ctx, { id: 'x' }))).toMatchObject({ status: 404 })
    const rows = it.app.db.selectFrom('audit').selectAll().where('target_id', '=', row!.id)
    expect(await rows.execute()).toMatchObject([{ action: 'mail.retried', actor_id: 'u' }])
    const post = fakeMailTransport()
    await deliverDueEmails(it.ctx(), { composers: emailComposers, transport: post })
    expect(post.taken.map(({ to }) => to)).toContain(email)
    expect((await outboxTo(it, email))[0]).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('the outbox has pages of twenty-five', async () => {
    const { email } = await aUser(it)
    for (let count = 0; count < 26; count++)
      await queueEmail(it.ctx(), { kind: 'reset_password', recipient: email, data: {} })
    const ctx = as(userWith('admin'))
    const first = await listOutbox(ctx, { status: 'waiting', page: 1 })
    expect([first.emails.length, first.pages]).toEqual([25, 2])
    expect((await listOutbox(ctx, { status: 'waiting', page: 2 })).emails).toHaveLength(1)
  })
})
