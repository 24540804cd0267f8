import { expect, test } from 'vitest'
import { ownValue } from '#app/primitives/objects.ts'

test('names that every object inherits are not found', () => {
  const table = { saved: 'It is saved.' }
  expect(
    ['saved', 'gone', 'constructor', '__proto__', 'toString', '', null].map((name) => ownValue(table, name)),
  ).toEqual(['It is saved.', ...Array.from({ length: 6 })])
})
