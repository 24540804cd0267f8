import { expect, onTestFinished, test, vi } from 'vitest'
import { TryLater } from '#app/errors.ts'
import { createPasswordHasher } from '#app/features/accounts/sign-in/password.server.ts'
import { refusalOf } from '#tests/support/factories.ts'

test('no more hash at once than there is room for, and the rest waits its turn', async () => {
  const passwords = createPasswordHasher({ atOnce: 1, waiting: 10 })
  const order: number[] = []
  await Promise.all([1, 2, 3].map((n) => passwords.hash('a password').then(() => order.push(n))))
  expect(order).toEqual([1, 2, 3])
})

test('whoever finds the queue full is sent away at once, and nobody else is', async () => {
  const passwords = createPasswordHasher({ atOnce: 1, waiting: 3 })
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('a password')))
  const refused = ends.filter((end) => end.status === 'rejected')
  expect(ends.length - refused.length).toBe(4)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(TryLater)
    expect(reason).toMatchObject({ status: 503, code: 'unavailable', headers: { 'Retry-After': '3' } })
  }
  expect(await passwords.check(await passwords.hash('a password'), 'a password')).toBe(true)
})

test('a stored hash that cannot be read is a fault, and leaves the queue as it was', async () => {
  const passwords = createPasswordHasher({ atOnce: 1, waiting: 1 })
  for (let round = 0; round < 3; round++)
    expect(await refusalOf(() => passwords.check('not a hash', 'x'))).toBeInstanceOf(Error)
  expect(await passwords.check(null, 'x')).toBe(false)
})

test('a password is checked as it was typed, to the last of 1,024 bytes', async () => {
  vi.stubEnv('PASSWORDS', 'real')
  onTestFinished(() => void vi.unstubAllEnvs())
  const passwords = createPasswordHasher()
  const long = `${'é'.repeat(511)}a `
  const stored = await passwords.hash(long)
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.check(stored, long)).toBe(true)
  for (const other of [long.trim(), long.toUpperCase(), long.slice(0, -1), `${long} `])
    expect(await passwords.check(stored, other)).toBe(false)
})
