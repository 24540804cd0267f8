/** The part of claim 8 that counts guesses across all password checks. */
import { password } from '#tests/attack/support/server.js'

/** @typedef {import('#tests/attack/support/http.js').Client} Client */

/**
 * Guesses with one device, in one session, at one account and from one address.
 * @param {object} setup
 * @param {import('#tests/attack/support/claim.js').Claim} setup.claim
 * @param {import('#tests/attack/support/random.js').Random} setup.random
 * @param {import('#tests/attack/support/server.js').Server} setup.server
 * @param {(client: Client, email: string, guess: string) => Promise<import('#tests/attack/support/http.js').Answer>} setup.signIn
 * @param {() => Promise<Client & {email: string}>} setup.signUp
 * @param {() => string} setup.wrong returns a wrong password
 */
export async function guessLimits({ claim, random, server, signIn, signUp, wrong }) {
  // The budget of a device and of a session, in parallel, and over every form of the session.
  const person = await signUp()
  const devices = await Promise.all(
    Array.from({ length: 40 }, () => {
      const client = server.client(random.address())
      return client.ask(
        'POST',
        '/api/auth/login',
        { email: person.email, password: wrong() },
        { cookie: `device=${person.cookies.get('device')}` },
      )
    }),
  )
  const byDevice = devices.filter(({ status }) => status === 401).length
  claim.check(byDevice <= 5, 'device guesses', '40 guesses at once with one device', byDevice, 'at most 5')
  const forms = await Promise.all(
    Array.from({ length: 40 }, (_, at) => {
      const twin = person.copy(random.address())
      if (at % 4 === 0)
        return twin.ask('POST', '/api/auth/password', {
          current_password: wrong(),
          new_password: `${password} x`,
        })
      if (at % 4 === 1) return twin.ask('DELETE', '/api/profile', { password: wrong() })
      return twin.ask('POST', '/api/auth/proof', { password: wrong() })
    }),
  )
  const bySession = forms.filter(({ status }) => status === 400 || status === 401).length
  claim.check(bySession <= 5, 'session guesses', '40 guesses at once in one session', bySession, 'at most 5')
  claim.attempt(78)

  // Clients without the password get no fresh budget across all password checks, one after the other.
  const target = await signUp()
  let judged = 0
  for (let guess = 0; guess < 60; guess += 1) {
    const client = server.client(random.address())
    // A sign-in of another account, a sign-up and a reset must not reset the count.
    if (guess % 10 === 3)
      await client.ask('POST', '/api/auth/signup', {
        name: 'M',
        email: `${random.word(8)}@example.org`,
        password,
      })
    if (guess % 10 === 7) await client.ask('POST', '/api/auth/password-reset', { email: target.email })
    const { status } = await signIn(client, target.email, wrong())
    claim.attempt()
    if (status === 401) judged += 1
  }
  claim.check(
    judged <= 5,
    'guesses in a row',
    '60 guesses in a row with other calls between',
    judged,
    'at most 5',
  )

  // One address may not try many accounts.
  const sprayer = server.client(random.address())
  let sprayed = 0
  for (let guess = 0; guess < 30; guess += 1) {
    const { status } = await signIn(sprayer.copy(), `${random.word(8)}@example.org`, password)
    if (status === 401) sprayed += 1
  }
  claim.check(sprayed <= 10, 'spray', '30 accounts from one address', sprayed, 'at most 10')
  // Nor by a forwarded address that the client wrote in front of its own.
  let hidden = 0
  const address = random.address()
  for (let guess = 0; guess < 30; guess += 1) {
    const { status } = await server
      .client(`${random.address()}, ${address}`)
      .ask('POST', '/api/auth/login', { email: `${random.word(8)}@example.org`, password })
    if (status === 401) hidden += 1
  }
  claim.check(
    hidden <= 10,
    'forged address',
    '30 accounts with X-Forwarded-For in front',
    hidden,
    'at most 10',
  )

  // An address without an account looks the same.
  const unknown = `${random.word(10)}@example.org`
  /** @type {number[]} */
  const statuses = []
  for (let guess = 0; guess < 6; guess += 1)
    statuses.push((await signIn(server.client(random.address()), unknown, wrong())).status)
  claim.check(
    statuses.join() === '401,401,401,429,429,429',
    'unknown account',
    'six guesses at an unknown address',
    statuses,
    '401 three times, then 429',
  )
}
