import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyPepper } from '#app/platform/config/key-pepper.ts'

const isTaken = (value: string) => keyPepper.safeParse(value).success

test('32 random bytes are a KEY_PEPPER in hex, base64 and base64url, and 31 are not', () => {
  const codings = ['hex', 'base64', 'base64url'] as const
  const made = (bytes: number) =>
    Array.from({ length: 1000 }, () => codings.map((coding) => randomBytes(bytes).toString(coding))).flat()
  expect(made(32).filter((pepper) => !isTaken(pepper))).toEqual([])
  expect(made(31).filter((text) => isTaken(text.replace(/=+$/, '')))).toEqual([])
})

test.each([
  'short',
  'secret'.repeat(20),
  'a'.repeat(64),
  'ab'.repeat(40),
  '0123456789abcdef'.repeat(4),
  '0123456789abcdef'.repeat(3),
  'Pepper-Of-Signpost-1'.repeat(4).slice(0, 42),
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  'The rest of a long sentence that Ada has thought of herself',
  'a-long-text-of-small-letters-and-digits-made-up-in-2026',
])('%j is refused as a KEY_PEPPER', (value) => {
  expect(isTaken(value)).toBe(false)
})
