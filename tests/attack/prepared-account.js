/** Claim 6: an account cannot be prepared for its victim, with and without a mail server. */
import { findToken } from '#tests/attack/support/emails.js'
import { evil, good, isInside, withMail } from '#tests/attack/prepared-by-mail.js'
import { startServer } from '#tests/attack/support/server.js'

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack(context) {
  await withoutMail(context)
  await withMail(context)
}

/** @param {import('#tests/attack/run.js').Context} context */
async function withoutMail({ claim, random, options, finish }) {
  const server = await startServer(options)
  const owner = await server.person('owner', 'owner@example.org', evil)
  for (let round = 0; round < 12; round += 1) {
    const email = `${random.word(8)}@example.org`
    const mallory = server.client(random.address())
    const made = await mallory.ask('POST', '/api/auth/signup', { name: 'Mallory', email, password: evil })
    const id = made.json.user.id
    const read = () => server.mailbox(email)
    const token = await findToken(read, '/verify-email')
    const others = [mallory]
    for (let at = 0; at < 3; at += 1) {
      const client = server.client(random.address())
      await client.ask('POST', '/api/auth/login', { email, password: evil })
      others.push(client)
    }
    // Links that the stranger asked for, which only the victim can read, but which stay valid.
    await mallory.ask('POST', '/api/auth/password-reset', { email })
    const reset = await findToken(read, '/reset-password')
    // A new role gives a session a new value, with 30 seconds for the old one.
    if (round % 3 === 2) await owner.ask('PATCH', `/api/users/${id}`, { role: 'editor' })
    const old = mallory.copy()
    await mallory.ask('GET', '/api/session')
    const byReset = round % 2 === 1
    const victim = server.client(random.address())
    const confirm = byReset
      ? victim.ask('POST', '/api/auth/password-reset/confirm', { token: reset, new_password: good })
      : victim.ask('POST', '/api/auth/verify-email', { token, password: good })
    const racers = Array.from({ length: 4 }, () => server.client(random.address()))
    const racing = racers.map(async (client, at) => {
      await new Promise((resolve) => setTimeout(resolve, random.integer(60)))
      const twin = (others[at % others.length] ?? mallory).copy()
      others.push(twin, client)
      if (at === 0) return twin.ask('POST', '/api/auth/proof', { password: evil })
      if (at === 1)
        return twin.ask('POST', '/api/auth/password', { current_password: evil, new_password: `${evil} 2` })
      if (at === 2) return twin.ask('POST', '/api/profile/verification')
      return client.ask('POST', '/api/auth/login', { email, password: evil })
    })
    const [answer] = await Promise.all([confirm, ...racing])
    const sent = `the stranger signs up as ${email}, the victim confirms by ${byReset ? 'reset' : 'link'}`
    if (answer.status >= 300) {
      // The change of the password by the stranger ended the link first: the victim asks again.
      await victim.ask('POST', '/api/auth/password-reset', { email })
      const next = await findToken(read, '/reset-password', [reset])
      const second = await victim.ask('POST', '/api/auth/password-reset/confirm', {
        token: next,
        new_password: good,
      })
      claim.check(
        second.status === 204,
        'second letter',
        sent,
        [answer.text, second.text],
        'the victim gets the account',
      )
    }
    const fresh = server.client(random.address())
    const entered = await fresh.ask('POST', '/api/auth/login', { email, password: good })
    claim.check(
      entered.status === 200,
      'victim enters',
      sent,
      [answer.status, entered.status, entered.text],
      'the password of the victim works',
    )
    for (const guess of [evil, `${evil} 2`]) {
      const client = server.client(random.address())
      const { status } = await client.ask('POST', '/api/auth/login', { email, password: guess })
      claim.check(status === 401 || status === 429, 'old password', sent, status, '401')
    }
    for (const client of [...others, old])
      claim.check(
        !(await isInside(client, email)),
        'old session',
        sent,
        'the session of the stranger still works',
        'no session',
      )
    for (const known of [token, reset]) {
      const late = await server
        .client(random.address())
        .ask('POST', '/api/auth/verify-email', { token: known, password: `${evil} 3` })
      const again = await server
        .client(random.address())
        .ask('POST', '/api/auth/password-reset/confirm', { token: known, new_password: `${evil} 3` })
      claim.check(
        late.status === 400 && again.status === 400,
        'old link',
        sent,
        [late.status, again.status],
        '400',
      )
    }
    const { json } = await fresh.ask('GET', '/api/profile')
    claim.check(
      json?.user?.name !== 'Mallory' && json?.user?.email_verified === true,
      'name',
      sent,
      json?.user,
      'no name of the stranger, and a confirmed address',
    )
    const sessions = (await fresh.ask('GET', '/api/profile/sessions')).json?.sessions ?? []
    claim.check(sessions.length <= 2, 'sessions', sent, sessions, 'only sessions of the victim')
    // The device cookie of the stranger gives no budget of its own.
    const device = mallory.cookies.get('device') ?? ''
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        server
          .client(random.address())
          .ask(
            'POST',
            '/api/auth/login',
            { email, password: `no ${at} no no` },
            at % 2 ? { cookie: `device=${device}` } : {},
          ),
      ),
    )
    claim.check(
      guesses.filter(({ status }) => status === 401).length <= 5,
      'old device',
      sent,
      guesses.map(({ status }) => status),
      'at most 5 guesses with and without the old device',
    )
  }
  await finish(server)
}
