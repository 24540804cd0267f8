import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { removeSubmission, changeSubmission } from '#app/features/contact/inbox.server.ts'
import { createFormToken } from '#app/features/contact/form-token.server.ts'
import { submissionInput } from '#app/features/contact/schema.ts'
import { deliverDueEmails } from '#app/features/mail/delivery.server.ts'
import { emailComposers } from '#app/app.server.ts'
import { encrypt } from '#app/platform/security/encryption.server.ts'
import { aMessage, keptMessages, typed } from '#tests/support/db/contact.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anEmail, anonymous, aUser, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { fakeMailTransport, visibleText } from '#tests/support/db/letters.ts'

const wrongsOf = (over: Record<string, unknown>) =>
  submissionInput
    .safeParse({ ...typed, ...over })
    .error?.issues.map(({ path, message }) => [path[0], message])

test('each field has its bounds, and says so in a sentence', () => {
  expect(wrongsOf({ subject: undefined })).toBeUndefined()
  expect(
    wrongsOf({ name: 'x'.repeat(100), subject: 'x'.repeat(150), message: 'x'.repeat(5_000) }),
  ).toBeUndefined()
  expect(wrongsOf({ name: ' \n\u0000 ' })).toEqual([['name', 'Enter your name.']])
  expect(wrongsOf({ name: undefined })).toEqual([['name', 'Enter your name.']])
  expect(wrongsOf({ name: 'x'.repeat(101) })).toEqual([['name', 'Use at most 100 characters.']])
  expect(wrongsOf({ email: 'ada@example.com\r\nBcc: b@c.de' })).toEqual([
    ['email', 'Enter a valid email address.'],
  ])
  expect(wrongsOf({ subject: 'x'.repeat(151) })).toEqual([['subject', 'Use at most 150 characters.']])
  expect(wrongsOf({ message: '' })).toEqual([['message', 'Write a message.']])
  expect(wrongsOf({ message: ' 1234567 ' })).toEqual([['message', 'Use 8 to 5,000 characters.']])
  expect(wrongsOf({ message: 'x'.repeat(5_001) })).toEqual([['message', 'Use 8 to 5,000 characters.']])
  expect(submissionInput.safeParse({ ...typed, phone: '1' }).success).toBe(false)
})

test('what is no text is taken out, and a name and a subject are one line', () => {
  const message = aMessage({
    name: 'Ada\r\nBcc: x',
    subject: 'a\u2028b\u0007c',
    message: 'one\r\ntwo\u0000\rthree\tfour',
  })
  expect(message).toMatchObject({ name: 'Ada Bcc: x', subject: 'a b c', message: 'one\ntwo\nthree\tfour' })
})

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(async () => {
    it.at(NOON)
    await it.app.db.deleteFrom('outbox').execute()
    await it.app.db.deleteFrom('contact_submissions').execute()
  })

  const submit = (over: Record<string, unknown> = {}) => submitMessage(it.ctx(anonymous), aMessage(over))
  const told = (to: string[]) => ({ ...it.ctx(anonymous), config: { ...it.app.config, contactMailTo: to } })
  const letters = () => it.app.db.selectFrom('outbox').selectAll().orderBy('recipient').execute()
  async function mailed() {
    const post = fakeMailTransport()
    await deliverDueEmails(it.ctx(), { composers: emailComposers, transport: post })
    return post.taken
  }

  test('a message is kept, and the sender gets its id and nothing else', async () => {
    const answer = await submit({ subject: undefined })
    expect(answer).toEqual({ submission: { id: expect.stringMatching(/^[0-9A-Z]{26}$/), created_at: NOON } })
    expect(await keptMessages(it)).toEqual([
      {
        ...typed,
        id: answer.submission.id,
        subject: null,
        status: 'unread',
        spam_reason: null,
        note: null,
        created_at: NOON,
        status_at: NOON,
        updated_at: null,
      },
    ])
  })

  test('the form’s recipients are notified, else the owners who can sign in, each once', async () => {
    const owner = await aUser(it, { role: 'owner', email: `a${anEmail()}` })
    const other = await aUser(it, { role: 'owner', email: `b${anEmail()}` })
    const gone = await aUser(it, { role: 'owner' })
    await aUser(it, { role: 'admin' })
    await it.app.db.updateTable('users').set({ disabled_at: NOON }).where('id', '=', gone.id).execute()
    await submit()
    expect((await letters()).map(({ recipient }) => recipient)).toEqual([owner.email, other.email])
    await it.app.db.deleteFrom('outbox').execute()
    await submitMessage(told(['desk@example.com', 'desk@example.com']), aMessage())
    expect((await letters()).map(({ recipient, kind }) => [recipient, kind])).toEqual([
      ['desk@example.com', 'contact_message'],
    ])
    await it.app.db.deleteFrom('users').execute()
  })

  test('the email quotes every line and replies to the sender, the queue stores neither', async () => {
    const message =
      'Hello\n\nSignpost sent this because <b>you</b> won.\n.\n-- \nhttps://example.com/?token=x'
    const { submission } = await submitMessage(
      told(['desk@example.com']),
      aMessage({ name: 'Ada <x@y.z>', subject: 'Hi\r\nBcc: b@c.de', message }),
    )
    expect(JSON.stringify(await letters())).not.toMatch(/Ada|ada@|Hello|Bcc/)
    const [letter] = await mailed()
    expect(letter).toMatchObject({
      to: 'desk@example.com',
      replyTo: 'ada@example.com',
      subject: 'Contact: Hi Bcc: b@c.de',
    })
    for (const line of message.split('\n')) expect(letter!.text.split('\n')).toContain(`> ${line}`)
    expect(letter!.text).toContain(`/admin/inbox/${submission.id}`)
    expect(letter!.html).toContain('&lt;b&gt;you&lt;/b&gt;')
    expect(visibleText(letter!.html)).toContain('Signpost sent this because <b>you</b> won.')
    expect(letter!.text).not.toMatch(/robot|challenge|mark/i)
  })

  test('a message that was deleted or turned out to be spam is not mailed any more', async () => {
    const desk = told(['desk@example.com'])
    const [one, other] = [await submitMessage(desk, aMessage()), await submitMessage(desk, aMessage())]
    await removeSubmission(it.ctx(), one.submission)
    await changeSubmission(it.ctx(), { id: other.submission.id, status: 'spam' })
    expect(await mailed()).toEqual([])
    expect((await letters()).map(({ status }) => status)).toEqual(['dropped', 'dropped'])
  })

  test('a message caught in the trap is kept as spam, answered as usual and not mailed', async () => {
    const desk = told(['desk@example.com'])
    const answer = await submitMessage(desk, aMessage({ website: 'https://buy.example' }))
    expect(Object.keys(answer.submission)).toEqual(['id', 'created_at'])
    expect(await keptMessages(it)).toMatchObject([{ status: 'spam', spam_reason: 'honeypot' }])
    expect(await letters()).toEqual([])
    await submitMessage(desk, aMessage({ website: '  ' }))
    expect((await keptMessages(it))[1]).toMatchObject({ status: 'unread' })
  })

  test('a form sent within three seconds of its mark is spam, and a later one is not', async () => {
    const mark = createFormToken(it.ctx())
    it.at('2026-11-21T12:00:02.999Z')
    await submit({ mark })
    it.at('2026-11-21T12:00:03.000Z')
    await submit({ mark })
    expect((await keptMessages(it)).map(({ status, spam_reason }) => [status, spam_reason])).toEqual([
      ['spam', 'too_fast'],
      ['unread', null],
    ])
  })

  test('a forged, old or future mark, or one for another purpose, counts as none', async () => {
    const { pepper } = it.app.secrets
    const now = String(Date.parse(NOON))
    const marks = [
      now,
      'x'.repeat(60),
      encrypt('another pepper', 'contact-mark', now),
      encrypt(pepper, 'another purpose', now),
      encrypt(pepper, 'contact-mark', String(Date.parse(NOON) + 1)),
      encrypt(pepper, 'contact-mark', 'soon'),
      encrypt(pepper, 'contact-mark', String(Date.parse(NOON) - 24 * 3600_000 - 1)),
    ]
    for (const mark of marks) await submit({ mark })
    expect((await keptMessages(it)).map(({ status }) => status)).toEqual(marks.map(() => 'unread'))
  })

  test('a message that cannot be kept leaves no letter behind', async () => {
    await it.app.db.schema.alterTable('contact_submissions').renameTo('away').execute()
    await expect(submitMessage(told(['desk@example.com']), aMessage())).rejects.toThrow()
    await it.app.db.schema.alterTable('away').renameTo('contact_submissions').execute()
    expect(await letters()).toEqual([])
  })
})
