import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecord } from '#app/primitives/csv.ts'
import { tries } from '#tests/support/depth.ts'

test('any text comes back from CSV, and none of it begins like a formula', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\' a') }),
    fc.integer(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      const record = csvRecord(cells)
      expect(record.endsWith('\r\n')).toBe(true)
      const [read] = parse(record, { recordDelimiter: '\r\n', relaxColumnCount: true }) as string[][]
      const guarded = cells.map((value) =>
        typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? ''),
      )
      expect(read).toEqual(guarded)
    }),
    tries(),
  )
})
