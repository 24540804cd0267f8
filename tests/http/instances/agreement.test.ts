import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { appliedMigrations, knownMigrations } from '#app/platform/db/migrate.server.ts'
import { openSession } from '#app/features/accounts/sign-in/sessions.server.ts'
import { revokeKey } from '#app/features/keys/keys.server.ts'
import { entryWith } from '#tests/support/db/cms.ts'
import { aKey, aUser } from '#tests/support/factories.ts'
import { canShare, openFleet, type Fleet } from '#tests/support/discord/fleet.ts'
import { aClient, aCookie, emptyReport } from '#tests/support/http/traffic.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

/** Calls that one key has in a minute. */
const LIMIT = 120

describe.skipIf(!canShare)('instances agree', () => {
  let fleet: Fleet
  let cookie: string
  beforeAll(async () => {
    fleet = await openFleet({ count: 4, env: { LOG_LEVEL: 'info' } })
    cookie = await aCookie(fleet)
  })
  afterAll(() => fleet.close())

  const instances = () => fleet.servers.map(({ url }) => url)
  const aBearer = async () => {
    const { id, key } = await aKey(fleet.store, { scopes: ['settings:read'] })
    return { id, headers: { Authorization: `Bearer ${key}` } }
  }

  /** Makes calls with a key, ten at a time; how many there were of each status. */
  async function ask(urls: string[], headers: Record<string, string>, count: number) {
    const statuses: Record<number, number> = {}
    let next = 0
    const work = async () => {
      while (next < count) {
        const { status } = await fetch(`${urls[next++ % urls.length]}/api/v1/settings`, { headers })
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: 10 }, work))
    return statuses
  }

  /**
   * Writes and publishes an entry at the first instance; how many milliseconds after it the last of the others shows it. How
   * long a busy machine takes to render a page at all is left out by that.
   */
  async function timeToShow() {
    const [first, ...others] = instances() as [string, ...string[]]
    const told = emptyReport()
    const call = aClient(first, { Cookie: cookie }, told)
    const made = await call('POST', '/api/cms/page', { body: entryWith('page') })
    const { id, path } = made!.body.entry as { id: string; path: string }
    const missing = await Promise.all(others.map((url) => fetch(url + path)))
    expect(missing.map(({ status }) => status)).toEqual(others.map(() => 404))
    const published = await call('POST', `/api/cms/page/${id}/publish`, { 'If-Match': '"v1"' })
    const started = performance.now()
    expect([published!.status, told.wrong]).toEqual([200, []])
    const seen = [first, ...others].map((url) =>
      vi.waitFor(
        async () => {
          const { status } = await fetch(url + path, { headers: { Accept: 'text/markdown' } })
          if (status !== 200) throw new Error(`${url} answers ${status}`)
          return performance.now() - started
        },
        { timeout: 30_000, interval: 10 },
      ),
    )
    const [own, ...theirs] = (await Promise.all(seen)) as [number, ...number[]]
    return Math.max(...theirs) - own
  }

  /** Busy machines keep one waiting now and then; it is shown as soon as that once. */
  async function expectShownWithin(limit: number) {
    const times: number[] = []
    while (times.length < 8 && !times.some((time) => time < limit)) times.push(await timeToShow())
    expect(Math.min(...times), times.join()).toBeLessThan(limit)
  }

  test('four that start at once on an empty database apply each migration once', async () => {
    expect(fleet.balancer.ready()).toBe(4)
    expect(await appliedMigrations(fleet.store.app.db)).toEqual(knownMigrations)
    const lists = fleet.servers.flatMap(({ output }) => [...output().matchAll(/"migrations":(\[[^\]]*\])/g)])
    expect(lists.flatMap(([, list]) => JSON.parse(list!) as string[])).toEqual(knownMigrations)
    expect(fleet.faults()).toEqual([])
  })

  test('a key has its calls once, however they are spread', async () => {
    const { headers } = await aBearer()
    expect(await ask([fleet.url], headers, LIMIT + 30)).toEqual({ 200: LIMIT, 429: 30 })
  })

  test('what is published at one is shown by all within a second', async () => {
    await expectShownWithin(1_000)
  })

  test('a key that is revoked is refused by all at once', async () => {
    const { id, headers } = await aBearer()
    expect(await ask(instances(), headers, 4)).toEqual({ 200: 4 })
    await revokeKey(fleet.store.ctx(), { id })
    expect(await ask(instances(), headers, 4)).toEqual({ 401: 4 })
  })

  test('a session that is ended at one is over at all', async () => {
    const { id } = await aUser(fleet.store)
    const open = () =>
      openSession(fleet.store.app, { userId: id, method: 'password', userAgent: null, address: '' })
    const [own, other] = [`session=${await open()}`, `session=${await open()}`]
    const statuses = (Cookie: string) =>
      Promise.all(
        instances().map(async (url) => (await fetch(`${url}/api/profile`, { headers: { Cookie } })).status),
      )
    expect(await statuses(other)).toEqual([200, 200, 200, 200])
    const ended = await fetch(`${instances()[0]}/api/profile/sessions`, {
      method: 'DELETE',
      headers: { Cookie: own },
    })
    expect(ended.status).toBe(204)
    expect(await statuses(other)).toEqual([401, 401, 401, 401])
    expect(await statuses(own)).toEqual([200, 200, 200, 200])
  })

  test('without Redis each counts for itself, and all show new content within a second', async () => {
    await fleet.redis.unplug()
    const { headers } = await aBearer()
    for (const url of instances())
      expect(await ask([url], headers, LIMIT + 5)).toEqual({ 200: LIMIT, 429: 5 })
    await expectShownWithin(1_000)
    await fleet.redis.plug()
    await vi.waitFor(
      async () => {
        const { headers } = await aBearer()
        const left = []
        for (const url of instances()) {
          const answer = await fetch(`${url}/api/v1/settings`, { headers })
          left.push(Number(answer.headers.get('X-RateLimit-Remaining')))
        }
        expect(left).toEqual(instances().map((_, index) => LIMIT - 1 - index))
      },
      { timeout: 30_000, interval: 10 },
    )
    expect(fleet.faults()).toEqual([])
  })

  test('one older than the schema does not start, says why, and changes nothing', async () => {
    const { db } = fleet.store.app
    const newer = { name: '999-newer', timestamp: new Date().toISOString() }
    await db
      .withTables<{ kysely_migration: typeof newer }>()
      .insertInto('kysely_migration')
      .values(newer)
      .execute()
    const failure = await fleet.launch().then(
      async (server) => `it started: ${await server.stop()}`,
      (error: Error) => error.message,
    )
    expect(failure).toMatch(/ended with 1\b/)
    expect(failure).toContain('a newer version has changed the database (999-newer): run that version')
    expect(await appliedMigrations(db)).toEqual([...knownMigrations, newer.name])
  })
})
