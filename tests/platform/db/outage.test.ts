import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDiskFull, isConnectionLoss, isOutage } from '#app/platform/db/db-errors.server.ts'
import { contextFor } from '#app/context.server.ts'
import { createUser } from '#app/features/accounts/accounts.server.ts'
import { toRefusal } from '#app/http/protocol/error-response.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
beforeEach(async () => void (it = await openTestApp('sqlite, memory')))
afterEach(() => it.close())

const coded = (code: string, message = 'refused') => Object.assign(new Error(message), { code })

test.each([
  ['53100', 'disk is full', 60],
  ['ENOSPC', 'disk is full', 60],
  ['EDQUOT', 'disk is full', 60],
  ['SQLITE_FULL', 'disk is full', 60],
  ['SQLITE_IOERR_WRITE', 'does not respond', 5],
  ['SQLITE_READONLY_DBMOVED', 'does not respond', 5],
  ['SQLITE_BUSY_SNAPSHOT', 'does not respond', 5],
  ['25006', 'does not respond', 5],
  ['53300', 'does not respond', 5],
  ['57P01', 'does not respond', 5],
  ['ECONNREFUSED', 'does not respond', 5],
])('%s is refused for now', (code, words, seconds) => {
  const refusal = toRefusal(coded(code), { app: it.app, facts: { requestId: 'r' } } as never)
  expect(refusal).toMatchObject({ status: 503, code: 'unavailable' })
  expect(refusal.message).toContain(words)
  expect(refusal.headers).toEqual({ 'Retry-After': String(seconds) })
})

test.each(['23505', 'SQLITE_CONSTRAINT_UNIQUE', '42P01', 'SQLITE_ERROR', 'ERR_INVALID_ARG_TYPE'])(
  '%s is a bug of ours, and no reason to try again',
  (code) => {
    expect([isOutage(coded(code)), isDiskFull(coded(code)), isConnectionLoss(coded(code))]).toEqual([
      false,
      false,
      false,
    ])
    expect(toRefusal(coded(code), { app: it.app, facts: { requestId: 'r' } } as never).status).toBe(500)
  },
)

test('only what may have been committed counts as lost', () => {
  expect(['ECONNRESET', '57P01'].map((code) => isConnectionLoss(coded(code)))).toEqual([true, true])
  expect(isConnectionLoss(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(
    ['53100', 'SQLITE_FULL', 'SQLITE_BUSY', 'ECONNREFUSED'].map((code) => isConnectionLoss(coded(code))),
  ).toEqual(Array(4).fill(false))
})

test('a full database says so, stores nothing partial and recovers when it has room', async () => {
  const ctx = contextFor(it.app, { kind: 'system' })
  const create = (n: number) =>
    createUser(ctx, {
      email: `room-${n}@example.com`,
      name: 'x'.repeat(80),
      password: 'a stapled horse battery',
      role: 'member',
    })
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from users`.execute(it.app.db)).rows[0]!.n
  const before = await count()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(it.app.db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(it.app.db)

  let made = 0
  const error = await (async () => {
    for (; ; made += 1) await create(made)
  })().catch((thrown: unknown) => thrown)
  expect(isDiskFull(error)).toBe(true)
  expect(await count()).toBe(before + made)

  await sql`pragma max_page_count = 1000000`.execute(it.app.db)
  await create(made)
  expect(await count()).toBe(before + made + 1)
})
