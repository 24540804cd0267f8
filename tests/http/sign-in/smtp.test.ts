import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { dataFolder } from '#tests/support/engines.ts'
import { anEmail, json } from '#tests/support/http/client.ts'
import { tokenIn } from '#tests/support/db/mailbox.ts'
import { startServer } from '#tests/support/http/server.ts'
import { aMailServer } from '#tests/support/http/smtp.ts'

test('with a mail server, a sign-up waits for its email link, and the server stops', async () => {
  const [mail, folder] = [await aMailServer(), await dataFolder()]
  const server = await startServer({ DATA_DIR: folder.path, SMTP_URL: mail.url })
  const post = (path: string, body: unknown) => fetch(server.url + path, json(body))
  try {
    const input = { name: 'Ada', email: anEmail(), password: 'correct horse battery' }
    const answer = await post('/api/auth/signup', input)
    expect([answer.status, await answer.json()]).toEqual([202, { status: 'check_email' }])
    await expect.poll(() => mail.taken, { timeout: 10_000 }).toHaveLength(1)
    expect(mail.taken[0]!.to).toEqual([input.email])
    const login = { email: input.email, password: input.password }
    expect((await post('/api/auth/login', login)).status).toBe(401)
    const token = tokenIn(await PostalMime.parse(mail.taken[0]!.raw))
    expect((await post('/api/auth/verify-email', { token })).status).toBe(400)
    const password = 'staple after staple'
    expect((await post('/api/auth/verify-email', { token, password })).status).toBe(204)
    expect((await post('/api/auth/login', login)).status).toBe(401)
    expect((await post('/api/auth/login', { ...login, password })).status).toBe(200)
  } finally {
    expect(await server.stop()).toBe(0)
    await mail.close()
    await folder.remove()
  }
})
