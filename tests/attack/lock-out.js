/** Claim 8: a stranger cannot lock out the right person, and guessing is limited all the same. */
import { guessLimits } from '#tests/attack/guess-limits.js'
import { password, startServer } from '#tests/attack/support/server.js'

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack({ claim, random, options, finish }) {
  const server = await startServer(options)
  await server.person('owner', 'owner@example.org')
  const signIn = (
    /** @type {import('#tests/attack/support/http.js').Client} */ client,
    /** @type {string} */ email,
    /** @type {string} */ guess,
  ) => client.ask('POST', '/api/auth/login', { email, password: guess })
  const signUp = async () => {
    const email = `${random.word(8)}@example.org`
    const client = server.client(random.address())
    await client.ask('POST', '/api/auth/signup', { name: 'Ada', email, password })
    return Object.assign(client, { email })
  }
  const wrong = () => `wrong ${random.word(12)}`

  for (let round = 0; round < 3; round += 1) {
    const victim = await signUp()
    const mallory = await signUp()
    // A hundred guesses at once, from many addresses, in many spellings, with forged and foreign devices.
    const forged = [
      '',
      'device=x',
      `device=${mallory.cookies.get('device')}`,
      `device=A${victim.cookies.get('device')}`,
      'session=x',
      `session=${mallory.cookies.get('session')}`,
    ]
    const spellings = [
      victim.email,
      victim.email.toUpperCase(),
      ` ${victim.email} `,
      victim.email.replace('e', 'E'),
    ]
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => {
        const cookie = random.pick(forged)
        const body = { email: random.pick(spellings), password: wrong() }
        return server.client(random.address()).ask('POST', '/api/auth/login', body, cookie ? { cookie } : {})
      }),
    )
    const checked = answers.filter(({ status }) => status === 401 || status === 200).length
    claim.check(
      checked <= 5,
      'parallel guesses',
      '100 guesses at once',
      `${checked} were checked`,
      'at most 5 in 15 minutes',
    )
    claim.attempt(99)
    for (let guess = 0; guess < 20; guess += 1) {
      const client = server.client(random.address())
      const answer =
        random.next() < 0.5
          ? await client.form('/login', {
              email: random.pick(spellings),
              password: guess === 19 ? password : wrong(),
            })
          : await signIn(client, random.pick(spellings), guess === 19 ? password : wrong())
      claim.check(
        !(await client.ask('GET', '/api/session')).json?.user,
        'sign-in in a pause',
        'the right password from a new device in the pause',
        answer.status,
        '429, and no session',
      )
    }
    // The victim: a known device, the forms of the session, another known device.
    const device = server.client(random.address())
    device.cookies.set('device', victim.cookies.get('device') ?? '')
    const known = await signIn(device, victim.email, password)
    claim.check(
      known.status === 200,
      'known device',
      'sign-in on a known device while strangers guess',
      [known.status, known.text],
      '200',
    )
    const proof = await victim.ask('POST', '/api/auth/proof', { password })
    claim.check(
      proof.status === 200,
      'proof',
      'the proof of identity in the session',
      [proof.status, proof.text],
      '200',
    )
    const mine = await victim.ask('POST', '/api/auth/proof', { password: wrong() })
    claim.check(mine.status === 400, 'wrong proof', 'a wrong proof', mine.status, '400')
    const changed = await victim.ask('POST', '/api/auth/password', {
      current_password: password,
      new_password: `${password} anew`,
    })
    claim.check(
      changed.status === 204,
      'password form',
      'the password form in the session',
      [changed.status, changed.text],
      '204',
    )
    const stale = await signIn(device, victim.email, `${password} anew`)
    claim.check(
      stale.status !== 200,
      'stale device',
      'a device cookie from before the new password, in the pause',
      stale.status,
      '429',
    )
  }

  await guessLimits({ claim, random, server, signIn, signUp, wrong })
  await finish(server)
}
