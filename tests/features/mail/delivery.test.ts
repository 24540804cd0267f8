import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deliverDueEmails, purgeMail } from '#app/features/mail/delivery.server.ts'
import type { EmailComposers } from '#app/features/mail/email.server.ts'
import { deleteEmails, queueEmail, retryEmail } from '#app/features/mail/queue.server.ts'
import type { EmailKind } from '#app/features/mail/schema.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, NOON, openTestApp, userWith, type TestApp } from '#tests/support/factories.ts'
import { fakeMailTransport, slowMailTransport, outboxTo } from '#tests/support/db/letters.ts'

const MINUTE = 60_000
const after = (milliseconds: number) => new Date(Date.parse(NOON) + milliseconds).toISOString()

const letter = { subject: 'A', heading: 'A', paragraphs: [], footer: 'A' }
const some = async () => letter
const composers: EmailComposers = {
  confirm_signup: async () => null,
  invitation: some,
  verify_email: some,
  reset_password: some,
  sign_in_paused: some,
  password_changed: some,
  identity_linked: some,
  identity_unlinked: some,
  contact_message: some,
  guild_pending: some,
  key_requested: some,
  key_request_decided: some,
  key_new_network: some,
}
const refused = (responseCode: number) =>
  Object.assign(new Error('refused'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode })
const down = () => {
  throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
}

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('outbox').execute()
  })

  async function queued(kind: EmailKind = 'verify_email') {
    const email = anEmail()
    await queueEmail(it.ctx(), { kind, recipient: email, data: { user_id: 'u' } as never })
    return email
  }
  const round = (post = fakeMailTransport(), more = {}) =>
    deliverDueEmails(it.ctx(), { composers, transport: post, ...more })
  const rowOf = async (email: string) => (await outboxTo(it, email))[0]!

  test('a letter is sent once and settled', async () => {
    const email = await queued()
    const post = fakeMailTransport()
    expect([await round(post), await round(post)]).toEqual([1, 0])
    expect(post.taken).toMatchObject([{ to: email, subject: 'A' }])
    expect(await rowOf(email)).toMatchObject({
      status: 'sent',
      attempts: 1,
      settled_at: NOON,
      last_error: null,
    })
  })

  test('a letter that has nowhere to go is dropped', async () => {
    const email = await queued('confirm_signup')
    const post = fakeMailTransport()
    await round(post)
    expect([post.taken, (await rowOf(email)).status]).toEqual([[], 'dropped'])
  })

  test('a failed email is retried after 30 s, 2 min, 10 min, 1 h, then 4-hourly for 3 d', async () => {
    const email = await queued()
    const pauses: number[] = []
    for (;;) {
      await round(fakeMailTransport(down))
      const row = await rowOf(email)
      if (row.status === 'failed') break
      expect(row).toMatchObject({
        status: 'waiting',
        last_error: expect.stringMatching(/^No mail server responds/),
      })
      pauses.push((Date.parse(row.next_attempt_at) - it.ctx().now().getTime()) / MINUTE)
      it.at(new Date(Date.parse(row.next_attempt_at) - 1).toISOString())
      expect(await round()).toBe(0)
      it.at(row.next_attempt_at)
    }
    expect(pauses.slice(0, 6)).toEqual([0.5, 2, 10, 60, 240, 240])
    expect(it.ctx().now().getTime() - Date.parse(NOON)).toBeGreaterThan(67 * 60 * MINUTE)
    expect(await rowOf(email)).toMatchObject({
      status: 'failed',
      last_error: 'No mail server responds at the host and port in SMTP_URL.',
    })
  })

  test('a password email is given up after a day, and none is sent once expired', async () => {
    const [reset, verify] = [await queued('reset_password'), await queued()]
    it.at(after(24 * 60 * MINUTE + 1))
    const post = fakeMailTransport()
    await round(post)
    expect(post.taken.map(({ to }) => to)).toEqual([verify])
    expect(await rowOf(reset)).toMatchObject({
      status: 'failed',
      last_error: 'The email expired before it could be delivered. Send the email again.',
    })
  })

  test('an email that was given up has its whole time again when it is sent again', async () => {
    const email = await queued('reset_password')
    it.at(after(25 * 60 * MINUTE))
    await round()
    const { id, status } = await rowOf(email)
    expect(status).toBe('failed')
    await retryEmail(it.ctx(userWith('admin')), { id })
    await round(fakeMailTransport(down))
    expect(await rowOf(email)).toMatchObject({ status: 'waiting', attempts: 1 })
    it.at(after(26 * 60 * MINUTE))
    await round()
    expect(await rowOf(email)).toMatchObject({ status: 'sent', attempts: 2 })
  })

  test('a permanently refused recipient ends delivery, a temporary refusal does not', async () => {
    for (const [code, status] of [
      [550, 'failed'],
      [451, 'waiting'],
    ] as const) {
      const email = await queued()
      await round(
        fakeMailTransport(({ to }) => {
          if (to === email) throw refused(code)
        }),
      )
      expect((await rowOf(email)).status).toBe(status)
    }
  })

  test('a letter that cannot be written holds nobody else up', async () => {
    const [bad, good] = [await queued('identity_linked'), await queued()]
    const broken = { ...composers, identity_linked: async () => Promise.reject(new Error('a bug')) }
    const post = fakeMailTransport()
    await round(post, { composers: broken })
    expect(post.taken.map(({ to }) => to)).toEqual([good])
    expect((await rowOf(bad)).status).toBe('waiting')
  })

  test('a kind that this version does not know waits for one that does', async () => {
    const email = await queued('of_tomorrow' as EmailKind)
    await round()
    expect(await rowOf(email)).toMatchObject({ status: 'waiting', attempts: 1 })
  })

  test('of many who send at once, one sends a letter', async () => {
    const emails = await Promise.all(Array.from({ length: 30 }, () => queued()))
    const post = fakeMailTransport(() => new Promise((resolve) => setImmediate(resolve)))
    const taken = await Promise.all([round(post), round(post), round(post)])
    expect(taken.reduce((sum, one) => sum + one)).toBe(30)
    expect(post.taken.map(({ to }) => to).sort()).toEqual(emails.sort())
  })

  test('an email whose sender died is retried after two minutes, by the new sender alone', async () => {
    const email = await queued()
    const slow = slowMailTransport()
    const dead = round(slow.post)
    await slow.began
    it.at(after(2 * MINUTE - 1))
    expect(await round()).toBe(0)
    it.at(after(2 * MINUTE))
    await round(fakeMailTransport(down))
    expect(await rowOf(email)).toMatchObject({ status: 'waiting', attempts: 2 })
    slow.release()
    await dead
    expect(await rowOf(email)).toMatchObject({ status: 'waiting', attempts: 2 })
    it.at(after(2 * MINUTE + 2 * MINUTE))
    const post = fakeMailTransport()
    await round(post)
    expect(post.taken).toHaveLength(1)
  })

  test('a letter that is forgotten while it is sent stays forgotten', async () => {
    const email = await queued()
    await round(fakeMailTransport(() => deleteEmails(it.ctx(), email)))
    expect(await outboxTo(it, email)).toEqual([])
  })

  test('what was settled is deleted after thirty days, and what waits is not', async () => {
    const [sent, waiting] = [await queued(), await queued()]
    await round(
      fakeMailTransport(({ to }) => {
        if (to === waiting) down()
      }),
    )
    it.at(after(30 * 24 * 60 * MINUTE))
    await purgeMail(it.ctx())
    expect(await outboxTo(it, sent)).toHaveLength(1)
    it.at(after(30 * 24 * 60 * MINUTE + 1))
    await purgeMail(it.ctx())
    expect([await outboxTo(it, sent), (await outboxTo(it, waiting)).length]).toEqual([[], 1])
  })
})
