import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { rejectWeakPassword } from '#app/features/accounts/sign-in/password-policy.server.ts'
import { openTestApp, refusalOf, type TestApp } from '#tests/support/factories.ts'
import { pwnedPasswords, sha1 } from '#tests/mocks/haveibeenpwned.ts'

const world = setupServer()
let it: TestApp
beforeAll(async () => {
  world.listen({ onUnhandledRequest: 'error' })
  it = await openTestApp('sqlite, memory', { BREACHED_PASSWORDS: 'refuse' })
})
afterEach(() => world.resetHandlers())
afterAll(async () => {
  world.close()
  await it.close()
})

const owner = { email: 'grace@example.com', name: 'Grace' }
const password = 'an unlikely sentence'
const check = () => rejectWeakPassword(it.ctx(), password, owner)

test('a breached password is refused, and only five digits of its hash are sent', async () => {
  const asked: string[] = []
  world.use(pwnedPasswords({ [password]: 3 }, asked))
  expect(await refusalOf(check)).toMatchObject({ status: 400, issues: [{ path: 'password' }] })
  expect(asked).toEqual([`https://api.pwnedpasswords.com/range/${sha1(password).slice(0, 5)}`])
})

test('a password that is only in the padding passes, and so does one that is not there', async () => {
  world.use(pwnedPasswords({ [password]: 0 }))
  await check()
  world.use(pwnedPasswords({ 'another sentence': 9 }))
  await check()
})

test.each([
  ['answers 503', () => new HttpResponse(null, { status: 503 })],
  ['cannot be reached', () => HttpResponse.error()],
  ['sends too much', () => HttpResponse.text(`${sha1(password).slice(5)}:3\n`.repeat(20_000))],
  ['is slow', () => delay(1_000).then(() => HttpResponse.text(`${sha1(password).slice(5)}:3`))],
])('a password passes while the list %s', async (_, answer) => {
  // Where the app waits two seconds, the test waits a tenth of one.
  const { timeout } = AbortSignal
  const waits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout.call(AbortSignal, ms / 20))
  world.use(http.get('https://api.pwnedpasswords.com/range/:prefix', answer))
  await check()
  expect(waits.mock.calls).toEqual([[2_000]])
})

test('nothing goes out unless the setting says so', async () => {
  const asked: string[] = []
  world.use(pwnedPasswords({ [password]: 3 }, asked))
  const ctx = { ...it.ctx(), config: { ...it.app.config, refuseBreachedPasswords: false } }
  await rejectWeakPassword(ctx, password, owner)
  expect(asked).toEqual([])
})
