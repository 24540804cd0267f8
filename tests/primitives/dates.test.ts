import { expect, test } from 'vitest'
import { formatTimestamp } from '#app/primitives/dates.ts'

test.each([
  ['UTC', '25 Sep 2026, 23:05 UTC'],
  ['Europe/Berlin', '26 Sep 2026, 01:05 UTC+2'],
  ['Asia/Kolkata', '26 Sep 2026, 04:35 UTC+5:30'],
  ['America/New_York', '25 Sep 2026, 19:05 UTC-4'],
])('a time in %s is written “%s”', (timeZone, words) => {
  expect(formatTimestamp('2026-09-25T23:05:09.000Z', false, timeZone)).toBe(words)
})

test('a precise time has seconds, and midnight is 00:00', () => {
  expect(formatTimestamp('2026-11-01T00:00:07.000Z', true)).toBe('1 Nov 2026, 00:00:07 UTC')
})
