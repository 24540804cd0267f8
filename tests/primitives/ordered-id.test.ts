import { expect, test } from 'vitest'
import { decodeTime } from 'ulid'
import { orderedId } from '#app/primitives/ordered-id.ts'

const at = (time: string) => new Date(`2031-01-01T${time}Z`)

test('ids of one millisecond, and of a clock that goes back a little, keep their order', () => {
  const ids = ['12:00:10', '12:00:10', '12:00:09', '12:00:10'].map((time) => orderedId(at(time)))
  expect(ids.toSorted()).toEqual(ids)
})

test('ids follow a clock that is set back by more than a minute', () => {
  orderedId(at('13:00:00'))
  expect(decodeTime(orderedId(at('12:58:59')))).toBe(at('12:58:59').getTime())
  expect(decodeTime(orderedId(at('12:59:00')))).toBe(at('12:59:00').getTime())
})
