import { expect, test } from 'vitest'
import { readSimple, writeSimple } from '#app/features/automations/schedule/simple-schedule.ts'

test.each([
  ['0 16 * * 5', 'week', '16:00'],
  ['30 9 * * 1-5', 'weekdays', '09:30'],
  ['5 0 * * *', 'day', '00:05'],
  ['0 12 31 * *', 'month', '12:00'],
  ['0 12 L * *', 'month', '12:00'],
])('%s is shown as a day and a time, and written back', (cron, every, time) => {
  const simple = readSimple(cron)!
  expect(simple).toMatchObject({ every, time })
  expect(writeSimple(simple)).toBe(cron)
})

test.each([
  '*/5 * * * *',
  '0 16 1 * 5',
  '0 16 * 2 *',
  '0 25 * * *',
  '0 0 32 * *',
  '0 0 0 * *',
  '',
  '0 16 * * 1,5',
])('“%s” is left to the cron field', (cron) => {
  expect(readSimple(cron)).toBe(null)
})

test('Sunday can be 0 or 7', () => {
  expect(readSimple('0 8 * * 7')?.weekday).toBe('0')
})
