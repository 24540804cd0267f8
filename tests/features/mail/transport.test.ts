import { createServer, type AddressInfo } from 'node:net'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, expect, test } from 'vitest'
import { classifyFailure } from '#app/features/mail/failure.ts'
import { openMailTransport, type Message } from '#app/features/mail/transport.server.ts'
import { mailboxEmailsTo } from '#tests/support/db/mailbox.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'
import { aMailServer, answer } from '#tests/support/http/smtp.ts'

const message: Message = {
  sender: 'Harbor',
  id: '01JD7Q0000000000000000000A',
  to: 'ada@example.com',
  subject: 'Grüße an “Ada”',
  text: `Hello\n\nhttps://example.com/?token=${'x'.repeat(80)}\n\n.\nä\n`,
  html: '<p>Hello ä</p>',
  at: new Date('2026-11-21T12:00:00.000Z'),
}
const settings = { smtpUrl: undefined, mailFrom: 'Sign, post <signs@example.org>', dataDir: '/none' }

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})
async function server(...options: Parameters<typeof aMailServer>) {
  const open = await aMailServer(...options)
  undo.push(open.close)
  return open
}
async function folder() {
  const { path, remove } = await temporaryFolder()
  undo.push(remove)
  return path
}

/** What is noted when a server with these options is sent the message. */
async function noted(smtpUrl: string, steps = { step: 2_000, whole: 5_000 }) {
  const error: unknown = await openMailTransport({ ...settings, smtpUrl }, steps)
    .deliver(message)
    .then(() => null)
    .catch((thrown: unknown) => thrown)
  if (!error) throw new Error('the message was taken')
  return classifyFailure(error)
}

test('a message by SMTP has both parts, one sender, and says that a program wrote it', async () => {
  const { url, taken } = await server()
  await openMailTransport({ ...settings, smtpUrl: url }).deliver(message)
  expect(taken).toMatchObject([{ from: 'signs@example.org', to: ['ada@example.com'] }])
  const email = await PostalMime.parse(taken[0]!.raw)
  expect(email).toMatchObject({
    from: { name: 'Sign, post', address: 'signs@example.org' },
    to: [{ address: 'ada@example.com', name: '' }],
    subject: message.subject,
    text: expect.stringMatching(/^Hello\n\nhttps:.*x{80}\n\n\.\nä\n+$/),
    html: expect.stringContaining('<p>Hello ä</p>'),
    date: '2026-11-21T12:00:00.000Z',
    messageId: expect.stringMatching(/^<01jd7q0000000000000000000a\.[a-z0-9]+@example\.org>$/),
  })
  const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]))
  expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated', 'mime-version': '1.0' })
  expect(headers['content-type']).toMatch(/^multipart\/alternative/)
})

test('the user and password of the URL are used, and an error message omits them', async () => {
  const { port, taken } = await server({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'p@ss' ? done(null, { user: username }) : done(answer(535, `no ${password}`)),
  })
  await openMailTransport({ ...settings, smtpUrl: `smtp://ada:p%40ss@127.0.0.1:${port}` }).deliver(message)
  expect(taken[0]!.user).toBe('ada')
  expect(await noted(`smtp://ada:hunter2@127.0.0.1:${port}`)).toEqual({
    lasting: false,
    words: 'The mail server rejected the username or password in SMTP_URL (535).',
  })
  expect(await noted(`smtp://127.0.0.1:${port}`)).toMatchObject({ lasting: false })
})

test('a permanently refused recipient is given up, a temporarily refused one is not', async () => {
  for (const [code, lasting] of [
    [550, true],
    [450, false],
  ] as const) {
    const { url } = await server({
      onRcptTo: (_, __, done) => done(answer(code, '5.1.1 nobody https://x/?token=secret')),
    })
    expect(await noted(url)).toEqual({
      lasting,
      words: `The mail server refused the recipient (${code} 5.1.1).`,
    })
  }
})

test('a refused sender or message is retried, and the server’s words are not stored', async () => {
  const first = await server({ onMailFrom: (_, __, done) => done(answer(550, 'secret')) })
  expect(await noted(first.url)).toEqual({
    lasting: false,
    words: 'The mail server refused the sender (550).',
  })
  const second = await server({
    onData: (stream, _, done) => {
      stream.resume()
      stream.on('end', () => done(answer(554, 'the link https://x/?token=secret is bad')))
    },
  })
  expect(await noted(second.url)).toEqual({
    lasting: false,
    words: 'The mail server rejected the message (554).',
  })
})

test('a server that is not there, silent or slow is noted as that, and not waited for', async () => {
  const { url, close } = await aMailServer()
  await close()
  expect(await noted(url)).toEqual({
    lasting: false,
    words: 'No mail server responds at the host and port in SMTP_URL.',
  })
  const timers: NodeJS.Timeout[] = []
  for (const speak of [false, true]) {
    const slow = createServer((socket) => {
      socket.on('error', () => {})
      if (!speak) return
      socket.write('220 slow\r\n')
      timers.push(setInterval(() => socket.write('250-x\r\n'), 50))
    })
    await new Promise<void>((resolve) => void slow.listen(0, '127.0.0.1', resolve))
    const begun = performance.now()
    const address = `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`
    expect(await noted(address, { step: 100, whole: 300 })).toEqual({
      lasting: false,
      words: 'The mail server in SMTP_URL did not respond in time.',
    })
    expect(performance.now() - begun).toBeLessThan(2_000)
    slow.close()
  }
  timers.forEach(clearInterval)
})

test('a password goes to another machine encrypted, unless the URL allows otherwise', async () => {
  const seen: unknown[] = []
  const { port, taken } = await server({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => {
      seen.push(password)
      done(null, { user: 'ada' })
    },
  })
  expect(await noted(`smtp://ada:secret@0.0.0.0:${port}`)).toEqual({
    lasting: false,
    words: expect.stringMatching(/^The mail server does not support an encrypted connection/),
  })
  expect([seen, taken]).toEqual([[], []])
  const smtpUrl = `smtp://ada:secret@0.0.0.0:${port}?requireTLS=false`
  await openMailTransport({ ...settings, smtpUrl }).deliver(message)
  expect([seen, taken.length]).toEqual([['secret'], 1])
})

test('no message goes to another machine in clear text, with a password or without', async () => {
  const { port, taken } = await server({ disabledCommands: ['STARTTLS'] })
  expect(await noted(`smtp://0.0.0.0:${port}`)).toMatchObject({
    lasting: false,
    words: expect.stringMatching(/^The mail server does not support an encrypted connection/),
  })
  expect(taken).toEqual([])
  await openMailTransport({ ...settings, smtpUrl: `smtp://0.0.0.0:${port}?requireTLS=false` }).deliver(
    message,
  )
  expect(taken).toHaveLength(1)
})

test('without SMTP a whole message lies in the mailbox, for nobody else to read', async () => {
  const dataDir = await folder()
  const post = openMailTransport({ ...settings, dataDir })
  await post.deliver(message)
  await post.deliver({ ...message, at: new Date('2026-11-21T12:00:01.000Z'), subject: 'Later' })
  const files = (await readdir(join(dataDir, 'mailbox'))).sort()
  expect(files).toEqual([`20261121T120000000Z-${message.id}.eml`, `20261121T120001000Z-${message.id}.eml`])
  const modes = [await stat(join(dataDir, 'mailbox')), await stat(join(dataDir, 'mailbox', files[0]!))]
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
  const raw = await readFile(join(dataDir, 'mailbox', files[0]!), 'utf8')
  expect(raw.replaceAll('\r\n', '')).not.toContain('\n')
  expect((await mailboxEmailsTo(dataDir, message.to)).map(({ subject }) => subject)).toEqual([
    'Later',
    message.subject,
  ])
  expect((await mailboxEmailsTo(dataDir, message.to))[1]!.text).toContain(message.text.split('\n')[2])
})

test('a mailbox that cannot be written is a failure like any other', async () => {
  const dataDir = await folder()
  await mkdir(join(dataDir, 'x'))
  await writeFile(join(dataDir, 'x', 'mailbox'), '')
  const error = await openMailTransport({ ...settings, dataDir: join(dataDir, 'x') })
    .deliver(message)
    .catch((thrown: unknown) => thrown)
  expect(classifyFailure(error)).toEqual({ lasting: false, words: 'The email could not be sent.' })
})
