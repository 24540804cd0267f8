/** The part of claim 6 with a mail server: no account before its owner has the email. */
import { findToken, startSink } from '#tests/attack/support/emails.js'
import { freePort, releasePort, startServer } from '#tests/attack/support/server.js'

export const evil = 'an evil password of mine'
export const good = 'the quiet password of hers'

/** Whether a client is signed in to the account of an email address. @param {import('#tests/attack/support/http.js').Client} client @param {string} email */
export async function isInside(client, email) {
  const { json } = await client.ask('GET', '/api/profile')
  return json?.user?.email === email
}

/** @param {import('#tests/attack/run.js').Context} context */
export async function withMail({ claim, random, options, finish }) {
  const port = await freePort()
  const sink = await startSink(port)
  const server = await startServer(options, { SMTP_URL: sink.url, SIGNUP: 'open' })
  await server.person('owner', 'owner@example.org', evil)
  for (let round = 0; round < 4; round += 1) {
    const email = `${random.word(8)}@example.org`
    const mallory = server.client(random.address())
    const made = await mallory.ask('POST', '/api/auth/signup', {
      name: 'Buy now at evil.example',
      email,
      password: evil,
    })
    claim.check(
      made.status === 202 && !mallory.cookies.get('session'),
      'sign-up with mail',
      email,
      [made.status, made.text],
      '202 and no session',
    )
    const read = () => sink.read(email)
    const first = await findToken(read, '/verify-email')
    await mallory.ask('POST', '/api/auth/signup', {
      name: 'Mallory',
      email: email.toUpperCase(),
      password: `${evil} 2`,
    })
    const second = await findToken(read, '/verify-email', [first])
    claim.check(
      !read().join().includes('evil.example'),
      'words of a stranger',
      email,
      read().join().slice(0, 300),
      'no name from the sign-up in the email',
    )
    const early = await server
      .client(random.address())
      .ask('POST', '/api/auth/login', { email, password: evil })
    claim.check(
      early.status === 401,
      'early account',
      email,
      early.status,
      '401 before the address is confirmed',
    )
    // The victim opens a link: nothing without a password, and two at once make one account.
    const bare = await server
      .client(random.address())
      .ask('POST', '/api/auth/verify-email', { token: second || first })
    claim.check(bare.status === 400, 'no password', email, bare.status, '400')
    const answers = await Promise.all(
      [second || first, first, second || first].map((token) =>
        server.client(random.address()).ask('POST', '/api/auth/verify-email', { token, password: good }),
      ),
    )
    claim.check(
      answers.filter(({ status }) => status < 300).length === 1,
      'links at once',
      email,
      answers.map(({ status, text }) => [status, text]),
      'one of the links works, once',
    )
    const entered = await server
      .client(random.address())
      .ask('POST', '/api/auth/login', { email, password: good })
    claim.check(
      entered.status === 200,
      'victim enters with mail',
      email,
      [answers.map(({ status }) => status), entered.status],
      '200',
    )
    for (const guess of [evil, `${evil} 2`]) {
      const { status } = await server
        .client(random.address())
        .ask('POST', '/api/auth/login', { email, password: guess })
      claim.check(status === 401, 'stranger’s password with mail', email, status, '401')
    }
    claim.check(
      !(await isInside(mallory, email)),
      'stranger’s session with mail',
      email,
      'inside',
      'no session',
    )
    // A sign-up for an address that has an account changes nothing.
    await mallory.ask('POST', '/api/auth/signup', { name: 'M', email, password: `${evil} 4` })
    const again = await server
      .client(random.address())
      .ask('POST', '/api/auth/login', { email, password: `${evil} 4` })
    claim.check(again.status === 401, 'second sign-up', email, again.status, '401')
  }
  await finish(server)
  sink.stop()
  releasePort(port)
}
