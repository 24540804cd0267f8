/** Claim 2: no input from any peer ends the process or gives a 5xx. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { createCalls } from '#tests/attack/hostile/calls.js'
import { attackContent } from '#tests/attack/hostile/content.js'
import { interactions } from '#tests/attack/hostile/requests.js'
import { attackFrames } from '#tests/attack/hostile/frames.js'
import { sleep, startServer } from '#tests/attack/support/server.js'

/** @typedef {(kind: string, sent: unknown, answer: import('#tests/attack/support/http.js').Answer) => void} Judge */

/** Runs tasks, a few at a time. @template T @param {T[]} list @param {(item: T) => Promise<void>} task @param {number} [width] */
async function each(list, task, width = 8) {
  const left = [...list]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item)
    }),
  )
}

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack(context) {
  const { claim, random, options, finish } = context
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
  const server = await startServer(options, { RATE_LIMITS: 'off', DISCORD_PUBLIC_KEY: key, ...providers })
  await server.cli(['seed', 'demo'])
  const owner = await server.person('owner', 'owner@example.org')
  // Signing in or up replaces a session, so a spare account takes the calls that may.
  const spare = await server.person('owner', 'spare@example.org')
  const anonymous = server.client()
  const { json: description } = await anonymous.ask('GET', '/api/openapi.json')

  /** @type {Map<number, number>} */
  const statuses = new Map()
  /** Counts an answer, and records a hole for a 5xx or for no response. @type {Judge} */
  const judge = (kind, sent, answer) => {
    // A request that Node itself refuses to send is no attempt.
    if (answer.status === 0 && /^not sent|unescaped|Invalid character/.test(answer.text)) return
    // Parts that are not set up return a documented 503.
    if (answer.status === 503 && /is not configured/.test(answer.text)) return
    // A refused body may be answered before it was read, which ends the connection.
    const what = [kind, sent]
    const cut = answer.status === 0 && /EPIPE|ECONNRESET|socket hang up/.test(answer.text) && server.alive()
    claim.check(
      (answer.status > 0 || cut) && answer.status < 500,
      `${answer.status} ${kind}`,
      what,
      [answer.status, answer.text, `${Math.round(answer.took)} ms`],
      'a status from 200 to 499',
    )
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.took > 15000)
      claim.hole(`slow ${kind}`, what, `${Math.round(answer.took)} ms`, 'a response within 15 seconds')
  }

  const tasks = createCalls({ description, judge, owner, spare, anonymous, random, url: server.url })
  await each(tasks, (task) => task())

  await attackContent({ judge, owner, anonymous, random })
  await each(interactions(random, description), async (body) => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = sign(
      null,
      Buffer.concat([Buffer.from(timestamp), Buffer.from(body)]),
      privateKey,
    ).toString('hex')
    const headers = {
      'content-type': 'application/json',
      'x-signature-ed25519': signature,
      'x-signature-timestamp': timestamp,
    }
    judge('interaction', body, await anonymous.ask('POST', '/api/discord/interactions', body, headers))
  })
  for (const [signature, timestamp] of /** @type {[string, string][]} */ ([
    ['00'.repeat(64), '0'],
    ['zz', 'NaN'],
    ['a'.repeat(128), '1e99'],
    ['', ''],
    ['é'.repeat(64), '9'.repeat(400)],
  ]))
    judge(
      'signature',
      [signature, timestamp],
      await anonymous.ask('POST', '/api/discord/interactions', '{}', {
        'x-signature-ed25519': signature,
        'x-signature-timestamp': timestamp,
      }),
    )
  claim.figure(`statuses: ${[...statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`)
  await attackFrames({ claim, random, server })
  await sleep(1000)
  const health = await anonymous.ask('GET', '/readyz')
  claim.check(health.status === 200, 'health', 'GET /readyz after all', health.text, '200')
  const { json: who } = await owner.ask('GET', '/api/session')
  if (!who?.user)
    claim.figure('the owner lost the session during the attack, so that later calls were anonymous')
  if ('polluted' in {}) claim.figure('this process was polluted')
  await finish(server)
}

/** Without these the routes of the providers return a documented 503. No request leaves this machine. */
const providers = {
  GITHUB_CLIENT_ID: 'a',
  GITHUB_CLIENT_SECRET: 'b',
  DISCORD_CLIENT_ID: 'c',
  DISCORD_CLIENT_SECRET: 'd',
}
