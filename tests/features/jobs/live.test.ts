import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { requireUser } from '#app/access.ts'
import { addManager, removeManager } from '#app/features/guilds/managers.server.ts'
import { setGuildState } from '#app/features/guilds/states.server.ts'
import { watchGuild, watchRunners } from '#app/features/jobs/live.server.ts'
import { createStreamRegistry } from '#app/platform/live/stream-registry.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anonymous,
  aUser,
  openTestApp,
  refusalOf,
  system,
  type TestApp,
} from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'

/** Listens, with streams of its own that no other test uses up. */
async function listen(ctx: Context, guildId: string | null) {
  const { chunks } = await (guildId === null ? watchRunners(ctx) : watchGuild(ctx, { guildId }))
  const pieces = chunks[Symbol.asyncIterator]()
  expect(await pieces.next()).toEqual({ done: false, value: 'retry: 3000\n\n' })
  return pieces
}
const anAdministrator = async (it: TestApp) => (await signedIn(it, await aUser(it, { role: 'admin' }))).ctx
async function aManager(it: TestApp, guildId: string) {
  const user = await aUser(it)
  await addManager(it.ctx(system), { guildId, userId: user.id })
  return (await signedIn(it, user)).ctx
}
const own = (ctx: Context): Context => ({ ...ctx, streamRegistry: createStreamRegistry() })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: Context
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = await anAdministrator(it)
  })
  afterAll(() => it.close())
  const say = (...guilds: string[]) => it.app.signals.publish('activity', { guilds })

  test('changes of the guild and of all guilds are sent, those of another guild are not', async () => {
    const [{ id: guildId }, other] = [await aGuild(it), await aGuild(it)]
    const ctx = own(await aManager(it, guildId))
    const [mine, all] = [await listen(ctx, guildId), await listen(own(admin), null)]
    const heard: string[] = []
    const said = mine.next().then(({ value }) => heard.push(`mine ${value}`))
    const elsewhere = all.next().then(({ value }) => heard.push(`all ${value}`))
    // What is on its way to a subscriber of Redis may be said before it listens.
    await vi.waitFor(async () => {
      await say(other.id)
      await vi.waitFor(() => expect(heard.length).toBe(1), { timeout: 200 })
    })
    await elsewhere
    const change = 'event: change\ndata: {"at":"2026-11-21T12:00:00.000Z"}\n\n'
    expect(heard).toEqual([`all ${change}`])
    await say('')
    await said
    expect(heard[1]).toBe(`mine ${change}`)
    await Promise.all([mine.return!(), all.return!()])
  })

  test.each([
    [
      'access of its reader',
      (ctx: Context, guildId: string) => removeManager(admin, { guildId, userId: requireUser(ctx).userId }),
    ],
    [
      'approval of its server',
      (_: Context, id: string) => setGuildState(it.ctx(system), { id, state: 'blocked' }),
    ],
  ])('the stream ends with the %s', async (_, end) => {
    const { id: guildId } = await aGuild(it)
    const ctx = own(await aManager(it, guildId))
    const pieces = await listen(ctx, guildId)
    const next = pieces.next()
    await end(ctx, guildId)
    await vi.waitFor(async () => {
      await say(guildId)
      await expect(Promise.race([next, Promise.resolve('waiting')])).resolves.toEqual({
        done: true,
        value: undefined,
      })
    })
  })

  test('only who sees the guild listens, and only administrators to the runners', async () => {
    const { id: guildId } = await aGuild(it)
    const elsewhere = await aManager(it, (await aGuild(it)).id)
    expect(await refusalOf(() => watchGuild(elsewhere, { guildId }))).toMatchObject({ status: 403 })
    expect(await refusalOf(() => watchGuild(it.ctx(anonymous), { guildId }))).toMatchObject({ status: 401 })
    expect(await refusalOf(() => watchGuild(admin, { guildId: '1' }))).toMatchObject({ status: 404 })
    expect(await refusalOf(() => watchRunners(elsewhere))).toMatchObject({ status: 403 })
    const { chunks } = await watchRunners(it.ctx(system))
    expect(await refusalOf(() => chunks[Symbol.asyncIterator]().next())).toMatchObject({ status: 401 })
  })
})

describe('by the clock', () => {
  let it: TestApp
  let ctx: Context
  let guildId: string
  beforeAll(async () => {
    it = await openTestApp(engineNames[0]!)
    ctx = await anAdministrator(it)
    guildId = (await aGuild(it)).id
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await it.close()
  })

  /** What comes next when so much time has passed; undefined when nothing has. */
  async function after(ms: number, next: Promise<IteratorResult<string>>) {
    let result: string | undefined
    void next.then(({ done, value }) => (result = done ? 'the end' : value))
    await vi.advanceTimersByTimeAsync(ms)
    await new Promise((resolve) => setImmediate(resolve))
    return result
  }
  const say = async () => {
    await it.app.signals.publish('activity', { guilds: [guildId] })
    await new Promise((resolve) => setImmediate(resolve))
  }

  test('many changes within a second are told once, and once more when it is over', async () => {
    const pieces = await listen(own(ctx), guildId)
    for (let count = 0; count < 20; count++) await say()
    expect(await after(0, pieces.next())).toContain('event: change')
    await say()
    const second = pieces.next()
    expect(await after(990, second)).toBeUndefined()
    expect(await after(10, second)).toContain('event: change')
    await pieces.return!()
  })

  test('a comment comes every fifteen seconds, and after five minutes the end', async () => {
    const pieces = await listen(own(ctx), guildId)
    let comments = 0
    for (let said = await after(15_000, pieces.next()); said !== 'the end'; comments++) {
      expect(said).toBe(': still here\n\n')
      said = await after(15_000, pieces.next())
    }
    expect(comments).toBeOneOf([19, 20])
  })

  test('a session can have five streams, and one that has gone makes room at once', async () => {
    const busy = own(ctx)
    const open = []
    for (let count = 0; count < 5; count++) open.push(await listen(busy, guildId))
    const refusal = await refusalOf(() => listen(busy, guildId))
    expect(refusal).toMatchObject({ status: 409, code: 'too_many_connections' })
    const waiting = open[0]!.next()
    await open[0]!.return!()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(await refusalOf(() => listen(busy, guildId).then(() => listen(busy, guildId)))).toMatchObject({
      status: 409,
    })
  })

  test('a process limits its streams, and ends all and refuses new ones at shutdown', async () => {
    const few = { ...ctx, streamRegistry: createStreamRegistry({ ofAll: 2 }) }
    const open = [await listen(few, guildId), await listen(few, null)]
    expect(await refusalOf(() => listen(few, guildId))).toMatchObject({ status: 503 })
    const ends = open.map((pieces) => pieces.next())
    few.streamRegistry.drain()
    expect(await Promise.all(ends)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ])
    expect(await refusalOf(() => listen(few, guildId))).toMatchObject({ status: 503, code: 'unavailable' })
  })
})
