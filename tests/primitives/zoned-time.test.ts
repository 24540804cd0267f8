import { expect, test } from 'vitest'
import { fromLocalTime, isLocalTime, localTime } from '#app/primitives/zoned-time.ts'

test.each([
  ['UTC', '2026-12-01T09:00', '2026-12-01T09:00:00.000Z'],
  ['Europe/Berlin', '2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01T00:30', '2026-06-30T22:30:00.000Z'],
  ['America/New_York', '2026-12-31T23:59', '2027-01-01T04:59:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-01T00:00', '2026-11-30T10:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-01T12:00', '2026-12-01T06:15:00.000Z'],
])('in %s, %s is %s and back', (zone, local, utc) => {
  expect(fromLocalTime(local, zone).toISOString()).toBe(utc)
  expect(localTime(new Date(utc), zone)).toBe(local)
})

test('a repeated local time is its first occurrence, and a skipped time is shifted', () => {
  expect(fromLocalTime('2026-10-25T02:30', 'Europe/Berlin').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  expect(fromLocalTime('2026-03-29T02:30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:30:00.000Z')
})

test.each([
  '2026-99-99T99:99',
  '2027-00-01T10:00',
  '2027-02-30T10:00',
  '2027-01-01T24:00',
  '9999-12-31T12:00',
])('%s is not a local time', (local) => expect(isLocalTime(local)).toBe(false))

test('a leap day is a local time', () => expect(isLocalTime('2028-02-29T23:59')).toBe(true))
