/** The part of claim 5 about the setup link of a fresh installation. */
import { password, sleep, startServer } from '#tests/attack/support/server.js'

/** Strangers sign up in every way before the operator opens the setup link. @param {import('#tests/attack/run.js').Context} context */
export async function setup({ claim, random, options, finish }) {
  for (const SIGNUP of ['', 'open', 'invite', 'closed']) {
    const server = await startServer(options, SIGNUP ? { SIGNUP } : {})
    // The link is printed shortly after the server listens.
    const find = () => /setup\?token=([\w-]+)/.exec(server.log())?.[1] ?? ''
    for (let tries = 0; tries < 40 && !find(); tries += 1) await sleep(250)
    const token = find()
    if (!claim.check(Boolean(token), 'no link', `start with SIGNUP=${SIGNUP}`, server.log(), 'a setup link'))
      continue
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, at) => {
        const client = server.client(random.address())
        const fields = { name: 'Eve', email: `eve${at}@example.org`, password, role: 'owner' }
        if (at % 2) return client.form('/signup', fields)
        return client.ask(
          'POST',
          '/api/auth/signup',
          at > 3 ? fields : { name: 'Eve', email: fields.email, password },
        )
      }),
    )
    if (SIGNUP !== 'open')
      claim.check(
        results.every(({ status }) => status !== 201 && status !== 302),
        `early sign-up ${SIGNUP}`,
        `sign-up before an owner, SIGNUP=${SIGNUP}`,
        results.map(({ status }) => status),
        '403',
      )
    for (const guess of [
      '',
      'a',
      token.slice(0, -1),
      token.toLowerCase(),
      `${token}%00`,
      'A'.repeat(token.length),
    ]) {
      const client = server.client(random.address())
      const answer = await client.form(`/setup?token=${guess}`, {
        token: guess,
        name: 'Eve',
        email: `g${random.word(5)}@example.org`,
        password,
      })
      const session = await client.ask('GET', '/api/session')
      claim.check(!session.json?.user, 'guessed setup', guess, answer.status, 'no account')
    }
    // The stranger uses every interface that tells whether the site was set up.
    for (const path of ['/setup', '/setup?token=', '/setup.md', '/setup/', '/SETUP', '/setup.data'])
      await server.client(random.address()).ask('GET', path)
    const racers = Array.from({ length: 6 }, (_, at) => ({ client: server.client(random.address()), at }))
    await Promise.all(
      racers.map(({ client, at }) =>
        client.form(`/setup?token=${token}`, {
          token,
          name: `Owner ${at}`,
          email: `owner${at}@example.org`,
          password: `${password} ${at}`,
        }),
      ),
    )
    const sessions = await Promise.all(racers.map(({ client }) => client.ask('GET', '/api/session')))
    const owners = sessions.filter(({ json }) => json?.user?.role === 'owner')
    claim.check(
      owners.length > 0,
      `setup link ${SIGNUP}`,
      `setup link after sign-ups, SIGNUP=${SIGNUP}`,
      sessions.map(({ json }) => json),
      'the link still creates the owner',
    )
    claim.check(
      owners.length < 2,
      'two owners',
      'the setup link, six at once',
      sessions.map(({ json }) => json),
      'one owner',
    )
    const winner = racers[sessions.findIndex(({ json }) => json?.user?.role === 'owner')]
    const { json } = (await winner?.client.ask('GET', '/api/users?role=owner')) ?? {}
    claim.check(json?.total === 1, 'owners listed', 'owners after the setup', json?.total, '1')
    const late = server.client(random.address())
    await late.form(`/setup?token=${token}`, { token, name: 'Late', email: 'late@example.org', password })
    claim.check(
      !(await late.ask('GET', '/api/session')).json?.user,
      'setup twice',
      'the used link',
      'a session',
      'no account',
    )
    await finish(server)
  }
}
