import { expect, test } from 'vitest'
import { createScale, linePath } from '#app/features/stats/ui/scale.ts'

test.each([
  { low: 0, high: 1, ticks: [0, 1] },
  { low: 0, high: 2, ticks: [0, 1, 2] },
  { low: 0, high: 7, ticks: [0, 2, 4, 6, 8] },
  { low: -3, high: 12, ticks: [-5, 0, 5, 10, 15] },
  { low: 118, high: 173, ticks: [100, 120, 140, 160, 180] },
  { low: 0, high: 48_213, ticks: [0, 10_000, 20_000, 30_000, 40_000, 50_000] },
])('a scale from $low to $high ends at round values', ({ low, high, ticks }) => {
  const scale = createScale(low, high, 100)
  expect(scale.ticks).toEqual(ticks)
  expect([scale(ticks[0]!), scale(ticks.at(-1)!)]).toEqual([100, 0])
})

test('only a scale of counts has whole ticks', () => {
  expect(createScale(0, 1, 100, false).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
})

test('a line has gaps for unknown values and a dot for a single value', () => {
  const heights = [null, 10, 20.00049, null, 30, null]
  const path = linePath(heights.map((y, x) => ({ x, y })))
  expect(path).toEqual({ line: 'M1,10L2,20', dots: 'M4,30Z' })
})
