import { expect, test } from 'vitest'
import { formatRelative } from '#app/ui/feedback/timestamp.tsx'
import { DAY, HOUR, MINUTE, SECOND } from '#app/primitives/time.ts'

const now = Date.parse('2026-11-25T12:00:00.000Z')

test.each([
  [0, 'now'],
  [-59 * SECOND, 'now'],
  [30 * SECOND, 'now'],
  [-MINUTE, '1 min ago'],
  [-59 * MINUTE, '59 min ago'],
  [2 * HOUR + 29 * MINUTE, 'in 2 h'],
  [7 * DAY - MINUTE, 'in 7 days'],
  [-DAY, '1 day ago'],
  [-13 * DAY, '1 week ago'],
  [-60 * DAY, '2 months ago'],
  [800 * DAY, 'in 2 years'],
])('%i milliseconds from now is written “%s”', (distance, words) => {
  expect(formatRelative(new Date(now + distance).toISOString(), now)).toBe(words)
})
