import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPartBuffer } from '#app/features/directory/parts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const part = (number: number, over: object = {}) => ({
  guild_id: '100000000000000001',
  rev: 1,
  kind: 'roles' as const,
  part: number,
  of: 2,
  items: [],
  visible_only: false,
  ...over,
})

test('an incomplete directory expires after thirty seconds', () => {
  const parts = createPartBuffer()
  parts.add(part(1))
  vi.advanceTimersByTime(29_000)
  expect(parts.add(part(2))).toMatchObject({ of: 1 })
  parts.add(part(1, { rev: 2 }))
  vi.advanceTimersByTime(30_000)
  expect(parts.add(part(2, { rev: 2 }))).toBeNull()
})

test('a part with a number above the number of parts is discarded', () => {
  const parts = createPartBuffer()
  expect(parts.add(part(2, { of: 1 }))).toBeNull()
  expect(parts.add(part(1, { of: 1 }))).toMatchObject({ part: 1 })
})

test('parts with more than 2 MiB are refused and discarded', () => {
  const parts = createPartBuffer()
  const overwrite = { id: '4'.repeat(20), type: 0 as const, allow: '1'.repeat(20), deny: '0' }
  const overwrites = Array.from({ length: 250 }, () => overwrite)
  const channel = { name: 'x', type: 0, position: 0, parent_id: null, hidden: false, overwrites }
  const items = Array.from({ length: 150 }, (_, index) => ({ id: String(index), ...channel }))
  expect(() => parts.add(part(1, { items }))).toThrow('The roles are too large to store.')
  expect(parts.add(part(2))).toBeNull()
})
