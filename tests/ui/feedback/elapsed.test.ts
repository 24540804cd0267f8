import { expect, test } from 'vitest'
import { formatElapsed } from '#app/ui/feedback/timestamp.tsx'

const from = '2026-11-21T12:00:00.000Z'

test.each([
  ['2026-11-21T12:00:00.340Z', '340 ms'],
  ['2026-11-21T12:00:01.290Z', '1.2 s'],
  ['2026-11-21T12:00:59.999Z', '59.9 s'],
  ['2026-11-21T12:01:00.000Z', '1 min'],
  ['2026-11-21T12:02:05.900Z', '2 min 5 s'],
  ['2026-11-21T15:04:59.000Z', '3 h 4 min'],
  ['2026-11-24T13:00:00.000Z', '3 d 1 h'],
  // Two machines may not agree on the time.
  ['2026-11-21T11:59:59.000Z', '0 ms'],
])('until %s it is %s', (to, words) => {
  expect(formatElapsed(from, to)).toBe(words)
})
