import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { askRunner, deliverResult, queriesOn } from '#app/features/directory/queries.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aSnowflake, openTestApp, refusalOf, runner, type TestApp } from '#tests/support/factories.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let respond: (ref: string) => Promise<unknown>
  beforeAll(async () => {
    it = await openTestApp(engine)
    const { signals } = it.app
    queriesOn(signals)
    let isReady = false
    respond = async () => (isReady = true)
    signals.subscribe('query', ({ ref }) => void respond(ref))
    await vi.waitFor(
      async () => {
        await signals.publish('query', { ref: 'first', guild: '1', kind: 'member', args: {} })
        expect(isReady).toBe(true)
      },
      { interval: 10 },
    )
  })
  afterAll(() => it.close())

  /** Asks about a guild, and passes the reference of the query to a function. */
  function ask(guildId: string, answer: typeof respond) {
    respond = answer
    return askRunner(it.ctx(), { guildId, kind: 'bot_permissions', args: {} })
  }

  test('a runner cannot respond to a query about another guild', async () => {
    const guild = aSnowflake()
    const result = await ask(guild, async (ref) => {
      await deliverResult(it.ctx(runner(aSnowflake())), { ref, result: { permissions: '8' } })
      await deliverResult(it.ctx(runner(guild)), { ref, result: { permissions: '1' } })
    })
    expect(result).toEqual({ permissions: '1' })
  })

  test('names in the responses of a runner have no invisible characters', async () => {
    const member = {
      id: aSnowflake(),
      name: 'A\u202eda\u200b',
      username: `a${'\u0301'.repeat(50)}`,
      is_bot: false,
    }
    respond = (ref) => deliverResult(it.ctx(runner()), { ref, result: { members: [member] } })
    const about = { guildId: aSnowflake(), kind: 'member_search', args: { query: 'ad' } } as const
    const { members } = await askRunner(it.ctx(), about)
    expect(members).toMatchObject([{ name: 'Ada', username: `á${'\u0301'.repeat(4)}` }])
  })

  test('the error text of a runner is not shown', async () => {
    const error = { code: 'x', message: 'Open evil.example' }
    const asked = () => ask(aSnowflake(), (ref) => deliverResult(it.ctx(runner()), { ref, error }))
    expect((await refusalOf(asked)).message).toBe(
      'The runner could not respond to the query. Try again later.',
    )
  })
})
