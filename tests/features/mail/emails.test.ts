import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmPasswordReset,
  requestPasswordReset,
} from '#app/features/accounts/sign-in/credentials.server.ts'
import { signUp, verifyEmail } from '#app/features/accounts/signup.server.ts'
import { deliverDueEmails } from '#app/features/mail/delivery.server.ts'
import { renderEmail } from '#app/features/mail/email.server.ts'
import { queueEmail } from '#app/features/mail/queue.server.ts'
import type { EmailKind, EmailData } from '#app/features/mail/schema.ts'
import { emailComposers } from '#app/app.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, aUser, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { fakeMailTransport, outboxTo, visibleText } from '#tests/support/db/letters.ts'
import { linkIn, tokenIn } from '#tests/support/db/mailbox.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => {
    it = await openTestApp(engine, {
      SITE_URL: 'https://signpost.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      RATE_LIMITS: 'off',
    })
  })
  afterAll(() => it.close())

  /** Sends what waits and returns the letters to the address. */
  async function sentTo(email: string) {
    const post = fakeMailTransport()
    await deliverDueEmails(it.ctx(), { composers: emailComposers, transport: post })
    return post.taken.filter(({ to }) => to === email)
  }

  async function letter<K extends EmailKind>(kind: K, recipient: string, data: EmailData[K]) {
    await queueEmail(it.ctx(), { kind, recipient, data })
    return (await sentTo(recipient))[0]
  }

  const confirm = (id: string) =>
    it.app.db.updateTable('users').set({ email_verified_at: '2026-01-01' }).where('id', '=', id).execute()
  const disable = (id: string) =>
    it.app.db.updateTable('users').set({ disabled_at: '2026-01-01' }).where('id', '=', id).execute()
  const statusTo = async (email: string) => (await outboxTo(it, email)).map(({ status }) => status)

  test('a sign-up is confirmed by the link of its letter, once', async () => {
    const email = anEmail()
    expect(await signUp(it.ctx(anonymous), { name: 'Ada', email, password: 'correct horse battery' })).toBe(
      null,
    )
    const [found] = await sentTo(email)
    expect(linkIn(found!)).toMatch(/^https:\/\/signpost\.example\/verify-email\?token=[\w-]{43}$/)
    await verifyEmail(it.ctx(anonymous), { token: tokenIn(found!), password: 'staple after staple' })
    const row = await it.app.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'member', email_verified_at: expect.any(String) })
    expect(await refusalOf(() => verifyEmail(it.ctx(anonymous), { token: tokenIn(found!) }))).toMatchObject({
      status: 400,
    })
  })

  test('a sign-up never sends the words that a stranger gave as a name', async () => {
    const email = anEmail()
    const name = 'Win at evil.example'
    await signUp(it.ctx(anonymous), { name, email, password: 'correct horse battery' })
    const [found] = await sentTo(email)
    expect(JSON.stringify(found)).not.toContain('evil')
  })

  test('an existing account is told of the sign-up, and the stranger gets no token', async () => {
    const { email } = await aUser(it)
    await signUp(it.ctx(anonymous), { name: 'Eve', email, password: 'correct horse battery' })
    const [found] = await sentTo(email)
    expect(found!.subject).toBe('You already have an account at Signpost')
    expect(linkIn(found!)).toBe('https://signpost.example/login')
    expect(found!.html).not.toContain('token=')
    const waiting = it.app.db.selectFrom('pending_signups').select('token_hash').where('email', '=', email)
    expect(await waiting.execute()).toEqual([{ token_hash: null }])
  })

  test('a sign-up that is gone has no letter', async () => {
    const email = anEmail()
    expect(await letter('confirm_signup', email, { signup_id: 'gone' })).toBe(undefined)
    expect(await statusTo(email)).toEqual(['dropped'])
  })

  test('an account is confirmed by its email, unless confirmed, disabled or deleted', async () => {
    const user = await aUser(it)
    const first = await letter('verify_email', user.email, { user_id: user.id })
    await verifyEmail(it.ctx(anonymous), { token: tokenIn(first!), password: 'staple after staple' })
    expect(await letter('verify_email', user.email, { user_id: user.id })).toBe(undefined)
    const closed = await aUser(it)
    await disable(closed.id)
    expect(await letter('verify_email', closed.email, { user_id: closed.id })).toBe(undefined)
    expect(await letter('verify_email', anEmail(), { user_id: user.id })).toBe(undefined)
    expect(await letter('verify_email', anEmail(), { user_id: 'gone' })).toBe(undefined)
  })

  test('a new password is set by the newest link, which works once and for an hour', async () => {
    const { email } = await aUser(it)
    const ask = () => requestPasswordReset(it.ctx(anonymous), { email })
    await ask()
    const [old] = await sentTo(email)
    await ask()
    const [found] = await sentTo(email)
    expect(linkIn(found!)).toMatch(/^https:\/\/signpost\.example\/reset-password\?token=[\w-]{43}$/)
    const use = (one: typeof found, new_password: string) =>
      confirmPasswordReset(it.ctx(anonymous), { token: tokenIn(one!), new_password })
    expect(await refusalOf(() => use(old, 'a brand new horse'))).toMatchObject({ status: 400 })
    await use(found, 'a brand new horse')
    expect(await refusalOf(() => use(found, 'another new horse'))).toMatchObject({ status: 400 })
    expect((await sentTo(email)).map(({ subject }) => subject)).toEqual(['Your password was changed'])
  })

  test('a reset for an unknown address or a disabled account goes nowhere', async () => {
    const stranger = anEmail()
    expect(await letter('reset_password', stranger, {})).toBe(undefined)
    expect(await statusTo(stranger)).toEqual(['dropped'])
    const closed = await aUser(it)
    await disable(closed.id)
    expect(await letter('reset_password', closed.email, {})).toBe(undefined)
  })

  test('what is told of an account names the provider and the way to mend it', async () => {
    const { id, email } = await aUser(it)
    const data = { user_id: id, provider: 'github' }
    const linked = await letter('identity_linked', email, data)
    expect([linked!.subject, linkIn(linked!)]).toEqual([
      'GitHub was linked to your account',
      'https://signpost.example/reset-password',
    ])
    expect((await letter('identity_unlinked', email, data))!.text).toContain('GitHub was unlinked')
    expect((await letter('password_changed', email, data))!.text).toContain(
      'If you did not make this change, set a new password',
    )
    for (const kind of ['identity_linked', 'identity_unlinked', 'password_changed'] as const)
      expect(await letter(kind, anEmail(), { user_id: 'gone', provider: 'github' })).toBe(undefined)
  })

  test('only a confirmed account is greeted by name, escaped and on one line', async () => {
    const name = 'Ada <img src=x>\r\nBcc: eve@example.com'
    const { id, email } = await aUser(it, { name })
    expect((await letter('password_changed', email, { user_id: id }))!.text).not.toContain('Ada')
    await confirm(id)
    const found = await letter('password_changed', email, { user_id: id })
    expect(found!.text).toContain('\n\nHello Ada <img src=x> Bcc: eve@example.com,\n\n')
    expect(found!.html).toContain('Hello Ada &lt;img src=x&gt; Bcc: eve@example.com,')
  })

  test('no row of the outbox holds a token', async () => {
    const user = await aUser(it)
    const found = await letter('reset_password', user.email, {})
    expect(JSON.stringify(await outboxTo(it, user.email))).not.toContain(tokenIn(found!))
  })
})

test('both parts of an email have the same words, the HTML without scripts or images', () => {
  const { text, html, subject } = renderEmail({
    subject: 'A\r\nBcc: eve@example.com',
    heading: 'A "heading" & more',
    paragraphs: ['One <b>two</b>', "It's three\n\nand four"],
    action: { label: 'Do it', href: 'https://example.com/?a=1&b=2' },
    after: ['Five'],
    footer: 'Six',
  })
  expect(subject).toBe('A Bcc: eve@example.com')
  expect(visibleText(html)).toBe(text.replace(/\s+/g, ' ').trim())
  expect(html).toContain('href="https://example.com/?a=1&amp;b=2"')
  expect(html).not.toMatch(/<(script|img|link|table|style)\b|#[0-9a-f]{3,6}\b|rgb|background/i)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
})
