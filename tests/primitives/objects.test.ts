import { expect, test } from 'vitest'
import { changedNames, ownValue } from '#app/primitives/objects.ts'

test('names that every object inherits are not found', () => {
  const table = { saved: 'It is saved.' }
  expect(
    ['saved', 'gone', 'constructor', '__proto__', 'toString', '', null].map((name) => ownValue(table, name)),
  ).toEqual(['It is saved.', ...Array.from({ length: 6 })])
})

test('a new order of properties and null for a missing value are no changes', () => {
  const before = { actions: [{ id: 'a', delay: 0 }], title: 'One', picture: null, none: undefined }
  const after = { actions: [{ delay: 0, id: 'a', note: null }], title: 'Two', none: null }
  expect(changedNames(['actions', 'title', 'picture', 'none'], before, after)).toEqual(['title'])
  expect(changedNames(['list'], { list: [1, 2] }, { list: [2, 1] })).toEqual(['list'])
})
