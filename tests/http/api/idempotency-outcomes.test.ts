import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { purgeIdempotency } from '#app/features/idempotency/retention.server.ts'
import { acceptsIdempotencyKey } from '#app/operations/operation.ts'
import { operations } from '#app/openapi/operations.ts'
import { aCaller, refusalText, type Call } from '#tests/support/http/route-client.ts'
import { anEntry, changed, entryWith } from '#tests/support/db/cms.ts'
import { engineNames } from '#tests/support/engines.ts'
import { NOON, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let user: { id: string; name: string; role: 'editor' }
  let call: Call
  let count = 0
  let key: string
  beforeAll(async () => void (it = await openTestApp(engine)))
  beforeEach(async () => {
    it.at(NOON)
    key = `a-key-of-its-own-${++count}`
    const one = await aCaller(it, 'editor')
    call = one.call
    user = { ...one.user, role: 'editor' }
  })
  afterAll(() => it.close())

  const make = (body: object, app = it.app) =>
    call('POST', '/api/chat/conversations', { body, headers: { 'Idempotency-Key': key }, app })
  const talk = { title: 'Back-ups' }
  const rows = () =>
    it.app.db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', user.id).execute()
  const made = async () => {
    const all = it.app.db.selectFrom('chat_conversations').select('id').where('user_id', '=', user.id)
    return (await all.execute()).length
  }
  /** The app as it is, but that what `breaks` says of its database fails, as when the process is killed there. */
  const brokenWhere = (breaks: (name: string | symbol, given?: unknown) => boolean): TestApp['app'] => ({
    ...it.app,
    db: new Proxy(it.app.db, {
      get(db, name) {
        const value: unknown = Reflect.get(db, name, db)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (breaks(name, given[0])) throw new Error('killed')
          return value.apply(db, given) as unknown
        }
      },
    }),
  })

  test('a repeat of a call with an unknown outcome is told to check, and does nothing', async () => {
    expect(
      (
        await make(
          talk,
          brokenWhere((name, table) => name === 'updateTable' && table === 'idempotency_keys'),
        )
      ).status,
    ).toBe(201)
    expect(await rows()).toMatchObject([{ status: null, headers: null, body: null }])
    it.at('2026-11-21T12:00:59.999Z')
    const early = await make(talk)
    expect(early.headers.get('Retry-After')).toBe('1')
    expect(await refusalText(early)).toEqual([409, 'conflict', expect.stringMatching(/ is still running\.$/)])
    it.at('2026-11-21T12:01:00.000Z')
    const late = await make(talk)
    expect(late.headers.get('Retry-After')).toBeNull()
    expect(await refusalText(late)).toEqual([
      409,
      'conflict',
      expect.stringMatching(/ its outcome is unknown\. /),
    ])
    expect(await made()).toBe(1)
  })

  test('after the database is lost during a commit, a repeat does nothing again', async () => {
    const { app } = it
    const db = new Proxy(app.db, {
      get(real, name) {
        const value: unknown = Reflect.get(real, name, real)
        if (typeof value !== 'function') return value
        if (name !== 'transaction') return value.bind(real) as unknown
        const execute = async (work: Parameters<ReturnType<typeof real.transaction>['execute']>[0]) => {
          await real.transaction().execute(work)
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
        }
        return () => ({ execute })
      },
    })
    const lost = await make(talk, { ...app, db })
    expect(await refusalText(lost)).toEqual([503, 'unavailable', expect.any(String)])
    expect((await make(talk)).headers.get('Retry-After')).toBe('1')
    it.at('2026-11-21T12:01:00.000Z')
    const words = expect.stringMatching(/ its outcome is unknown\. /)
    expect(await refusalText(await make(talk))).toEqual([409, 'conflict', words])
    expect(await made()).toBe(1)
  })

  test('a fault of ours leaves the key free', async () => {
    expect(
      (
        await make(
          talk,
          brokenWhere((name) => name === 'transaction'),
        )
      ).status,
    ).toBe(500)
    expect(await rows()).toEqual([])
    expect((await make(talk)).status).toBe(201)
  })

  test('a stored response is unreadable without the key, which is not stored', async () => {
    await make({ title: 'Something private' })
    const [row] = await rows()
    expect(row).toMatchObject({ operation: 'createConversation', status: 201 })
    expect(JSON.stringify(row)).not.toMatch(/private|a-key-of-its-own/)
  })

  test('an oversized response is not replayed, and the repeat is told that it was done', async () => {
    const entry = await anEntry(actingAs(it, user))
    const { type: _, id, version, ...body } = changed(entry, { body: `${'é'.repeat(150_000)}\n` })
    const save = () =>
      call('PUT', `/api/cms/page/${id}`, {
        body,
        headers: { 'If-Match': `"v${version}"`, 'Idempotency-Key': key },
      })
    expect((await save()).status).toBe(200)
    expect(await refusalText(await save())).toEqual([
      409,
      'conflict',
      expect.stringMatching(/^The request succeeded earlier, /),
    ])
  })

  test('an empty answer is given again empty', async () => {
    const body = entryWith('page')
    const response = await call('POST', '/api/cms/page', { body })
    const { entry } = (await response.json()) as { entry: { id: string; version: number } }
    const headers = { 'If-Match': `"v${entry.version}"`, 'Idempotency-Key': key }
    const remove = () => call('DELETE', `/api/cms/page/${entry.id}`, { headers })
    const [first, again] = [await remove(), await remove()]
    expect([first.status, again.status, await again.text()]).toEqual([204, 204, ''])
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('after a day a key is new, and what was kept under it is swept', async () => {
    await make(talk)
    it.at('2026-11-22T11:59:59.999Z')
    expect((await make(talk)).headers.get('Idempotency-Replayed')).toBe('true')
    await purgeIdempotency(it.ctx())
    expect(await rows()).toHaveLength(1)
    it.at('2026-11-22T12:00:00.000Z')
    expect((await make({ title: 'Another' })).status).toBe(201)
    expect([await made(), (await rows()).length]).toEqual([2, 1])
    it.at('2026-11-23T12:00:00.000Z')
    await it.app.db.insertInto('spent_confirmations').values({ id: key, expires_at: NOON }).execute()
    await purgeIdempotency(it.ctx())
    const spent = await it.app.db.selectFrom('spent_confirmations').selectAll().execute()
    expect([await rows(), spent]).toEqual([[], []])
  })

  test('with the account goes what was kept of its calls', async () => {
    await make(talk)
    expect(await rows()).toHaveLength(1)
    await deleteAccount(actingAs(it, user), { password: 'correct horse battery' })
    expect(await rows()).toEqual([])
  })
})

test('what sets a cookie, takes a file, streams or changes nothing takes no key', () => {
  const without = operations
    .filter((one) => one.method !== 'GET' && !acceptsIdempotencyKey(one))
    .map(({ id }) => id)
  expect(without.sort()).toEqual([
    ...[
      'answerInteractions',
      'callApiTools',
      'callSiteTools',
      'changePassword',
      'checkBot',
      'confirmPasswordReset',
      'deleteProfile',
    ],
    ...[
      'importSite',
      'login',
      'logout',
      'proveIdentity',
      'renderEntry',
      'signup',
      'testAutomation',
      'uploadMedia',
      'v1RenderEntry',
      'v1TestAutomation',
      'v1UploadMedia',
    ],
  ])
})
