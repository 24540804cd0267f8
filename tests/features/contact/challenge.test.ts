import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChallengeConfig } from '#app/platform/config/contact.ts'
import type { ProofOfWork } from '#app/features/contact/challenge.ts'
import { createChallenge } from '#app/features/contact/challenge.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { purgeContact } from '#app/features/contact/retention.server.ts'
import { solveProofOfWork } from '#app/features/contact/ui/proof-of-work.ts'
import { aMessage, keptMessages, packed, solved } from '#tests/support/db/contact.ts'
import { engineNames } from '#tests/support/engines.ts'
import { anonymous, openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'

/** After so many tries a challenge may be solved, at the least. */
const LEAST = 1_000

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  beforeEach(() => {
    // The library that checks the work reads the clock of the machine.
    it.at(new Date().toISOString())
    // It draws the answer as well: the least that it may.
    const draw = crypto.getRandomValues.bind(crypto)
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((into) =>
      into instanceof Uint32Array ? into.fill(0) : draw(into),
    )
  })
  afterEach(async () => {
    await it.app.db.deleteFrom('contact_submissions').execute()
  })

  const ctx = (challenge: ChallengeConfig) => ({
    ...it.ctx(anonymous),
    config: { ...it.app.config, challenge },
  })
  const altcha = () => ctx({ provider: 'altcha' })
  const offered = async () => (await createChallenge(altcha())).challenge!
  const send = (over: Record<string, unknown>) => submitMessage(altcha(), aMessage(over))
  const solvedAtOnce = (challenge: ProofOfWork) => solved(challenge, LEAST)
  const failed = { status: 400, code: 'challenge_failed' }

  test('without a challenge nothing is asked for, and what is brought is not looked at', async () => {
    const plain = ctx({ provider: 'none' })
    const offer = { provider: 'none', site_key: null, challenge: null, mark: expect.any(String) }
    expect(await createChallenge(plain)).toEqual(offer)
    await submitMessage(plain, aMessage({ altcha: 'x', 'cf-turnstile-response': 'x' }))
    expect(await keptMessages(it)).toHaveLength(1)
  })

  test('a solved challenge lets one message through, whoever solved it', async () => {
    for (const work of [await solved(await offered()), await solveProofOfWork(await offered())]) {
      await send({ altcha: work })
      expect(await refusalOf(() => send({ altcha: work }))).toMatchObject(failed)
      // The same work in other wrappings is the same work.
      const same = JSON.parse(Buffer.from(work, 'base64').toString()) as object
      expect(await refusalOf(() => send({ altcha: packed({ ...same, more: 1 }) }))).toMatchObject(failed)
    }
    expect(await keptMessages(it)).toHaveLength(2)
  })

  test('of two who bring the same work at once one gets through', async () => {
    const work = await solvedAtOnce(await offered())
    const ends = await Promise.allSettled([send({ altcha: work }), send({ altcha: work })])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await keptMessages(it)).toHaveLength(1)
  })

  test('a message without the proof of work is refused, even spam, and nothing is stored', async () => {
    const required = { status: 400, code: 'challenge_required' }
    expect(await refusalOf(() => send({}))).toMatchObject(required)
    expect(await refusalOf(() => send({ altcha: '', website: 'x' }))).toMatchObject(required)
    expect(await refusalOf(() => send({ 'cf-turnstile-response': 'x' }))).toMatchObject(required)
    expect(await keptMessages(it)).toEqual([])
  })

  test('work that is wrong, forged, for another installation or none at all is refused', async () => {
    const challenge = await offered()
    const right = JSON.parse(Buffer.from(await solvedAtOnce(challenge), 'base64').toString()) as {
      solution: { counter: number; derivedKey: string }
    }
    const { solution } = right
    const easier = { ...challenge.parameters, keyPrefix: solution.derivedKey.slice(0, 2) }
    const longer = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 3600 }
    const elsewhere = { ...it.app.secrets, pepper: 'x'.repeat(43) }
    const foreign = (await createChallenge({ ...altcha(), secrets: elsewhere })).challenge!
    const wrong = [
      'no base64 of anything',
      packed(null),
      packed({ challenge }),
      packed({ challenge, solution: { ...solution, counter: -1 } }),
      packed({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      packed({
        challenge,
        solution: { counter: solution.counter, derivedKey: challenge.parameters.keyPrefix },
      }),
      packed({ challenge: { ...challenge, parameters: easier }, solution }),
      packed({ challenge: { ...challenge, parameters: longer }, solution }),
      packed({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
      packed({ challenge: { ...challenge, signature: '' }, solution }),
      await solvedAtOnce(foreign),
    ]
    for (const work of wrong)
      expect([work, await refusalOf(() => send({ altcha: work }))]).toMatchObject([work, failed])
    await send({ altcha: packed(right) })
    expect(await keptMessages(it)).toHaveLength(1)
  })

  test('work counts for twenty minutes, and is remembered for as long', async () => {
    const now = Date.now()
    const at = (minutes: number) => it.at(new Date(now + minutes * 60_000).toISOString())
    const work = await solvedAtOnce(await offered())
    at(20)
    expect(await refusalOf(() => send({ altcha: work }))).toMatchObject(failed)
    at(19)
    await send({ altcha: work })
    const remembered = () => it.app.db.selectFrom('solved_challenges').select('id').execute()
    await purgeContact(it.ctx())
    expect((await remembered()).length).toBeGreaterThan(0)
    at(21)
    await purgeContact(it.ctx())
    expect(await remembered()).toEqual([])
  })
})
