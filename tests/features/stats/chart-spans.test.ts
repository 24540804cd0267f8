import { expect, test } from 'vitest'
import { MAX_RANGE_DAYS, rangeOf } from '#app/features/stats/range.ts'
import type { DailyStats } from '#app/features/stats/schema.ts'
import { addDays } from '#app/primitives/days.ts'
import { daysPerBar, spanName, groupDays } from '#app/features/stats/ui/chart-spans.ts'
import { formatCompact, formatHours } from '#app/primitives/count.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: addDays('2026-01-01', index),
    member_count: index % 2 ? null : index,
    member_joins: 1,
    member_leaves: 0,
    message_count: index,
    voice_total_seconds: 3600,
    command_count: 2,
    command_error_count: 1,
    automation_run_count: 0,
    automation_error_count: 0,
    complete: index < count - 1,
  })) as DailyStats[]

test.each([
  [1, 1],
  [100, 1],
  [101, 7],
  [365, 7],
  [701, 14],
  [3660, 42],
])('%i days make bars of %i', (count, size) => {
  expect(daysPerBar(count)).toBe(size)
  expect(groupDays(days(count)).length).toBeLessThanOrEqual(101)
})

test('days are put together from the newest on, and nothing of them is lost', () => {
  const spans = groupDays(days(200))
  expect(spans.at(-1)).toMatchObject({
    to: '2026-07-19',
    complete: false,
    member_joins: 7,
    member_count: 198,
  })
  expect(spans[0]).toMatchObject({ from: '2026-01-01', complete: true, member_joins: 200 % 7 })
  expect(spans.reduce((sum, span) => sum + span.message_count, 0)).toBe((199 * 200) / 2)
  expect(spanName(spans[0]!)).toBe('1 Jan to 4 Jan 2026')
  expect(spanName({ from: '2026-01-01', to: '2026-01-01' })).toBe('1 Jan 2026')
})

const asked = (query: string) => rangeOf(new URLSearchParams(query), '2026-11-21')

test.each([
  ['', '2026-10-23', '2026-11-21', 30],
  ['days=7', '2026-11-15', '2026-11-21', 7],
  ['days=1', '2026-11-21', '2026-11-21', 1],
  ['from=2026-01-01&to=2026-02-01', '2026-01-01', '2026-02-01', null],
  ['from=2026-11-01', '2026-11-01', '2026-11-21', null],
  ['to=2026-11-01', '2026-11-01', '2026-11-01', null],
])('%s is the range from %s to %s', (query, from, to, length) => {
  expect(asked(query)).toEqual({ from, to, days: length, problem: null })
})

test.each([
  'days=0',
  'days=x',
  `days=${MAX_RANGE_DAYS + 1}`,
  'from=2026-02-30&to=2026-03-01',
  'from=2026-03-01&to=2026-02-01',
  'from=2010-01-01&to=2026-02-01',
  'from=yesterday',
])('%s is told to be wrong, and the last 30 days are shown', (query) => {
  expect(asked(query)).toMatchObject({ from: '2026-10-23', days: 30, problem: expect.any(String) as string })
})

test('figures are short where there is little room', () => {
  expect([formatCompact(9_999), formatCompact(12_345), formatCompact(1_200_000)]).toEqual([
    '9,999',
    '12.3K',
    '1.2M',
  ])
  expect([formatHours(1800), formatHours(36_000), formatHours(7_200_000)]).toEqual([
    '0.5 h',
    '10 h',
    '2,000 h',
  ])
})
