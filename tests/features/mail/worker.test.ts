import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startMailWorker, purgeMail } from '#app/features/mail/delivery.server.ts'
import { queueEmail, wakeMailWorker } from '#app/features/mail/queue.server.ts'
import { emailComposers } from '#app/app.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { slowMailTransport, outboxTo } from '#tests/support/db/letters.ts'
import { mailboxEmailsTo } from '#tests/support/db/mailbox.ts'

const MONTH = 30 * 24 * 60 * 60_000
const after = (milliseconds: number) => new Date(Date.parse(NOON) + milliseconds).toISOString()

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  afterEach(() => it.at(NOON))

  async function queued() {
    const { id, email } = await aUser(it)
    await queueEmail(it.ctx(), { kind: 'verify_email', recipient: email, data: { user_id: id } })
    return email
  }
  const rowOf = async (email: string) => (await outboxTo(it, email))[0]!

  test('the worker sends queued and signalled emails, and stops after the current one', async () => {
    const first = await queued()
    const stop = startMailWorker(it.app, emailComposers)
    await expect.poll(() => mailboxEmailsTo(it.app.config.dataDir, first)).toHaveLength(1)
    const second = await queued()
    await wakeMailWorker(it.ctx())
    await expect.poll(() => mailboxEmailsTo(it.app.config.dataDir, second)).toHaveLength(1)
    await stop()

    const third = await queued()
    const { post, began, release } = slowMailTransport()
    const halt = startMailWorker(it.app, emailComposers, post)
    await began
    const stopped = halt()
    release()
    await stopped
    expect((await rowOf(third)).status).toBe('sent')
  })

  test('messages in the mailbox are deleted after thirty days', async () => {
    const email = await queued()
    const stop = startMailWorker(it.app, emailComposers)
    await expect.poll(async () => (await rowOf(email)).status).toBe('sent')
    await stop()
    it.at(after(MONTH))
    await purgeMail(it.ctx())
    expect(await mailboxEmailsTo(it.app.config.dataDir, email)).toHaveLength(1)
    it.at(after(MONTH + 1))
    await purgeMail(it.ctx())
    expect(await mailboxEmailsTo(it.app.config.dataDir, email)).toHaveLength(0)
  })
})
