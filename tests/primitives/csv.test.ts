import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecord } from '#app/primitives/csv.ts'
import { tries } from '#tests/support/depth.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  [' =1', "' =1"],
  ['\t1', `"'\t1"`],
  ['a-b', 'a-b'],
  ['a; b', '"a; b"'],
  ['a;=1', `"a;'=1"`],
  ['a\t＠b', `"a\t'＠b"`],
  ['a\r\n-b\n+c', `"a\r\n'-b\n'+c"`],
  ['a;"=1"', `"a;'""=1"""`],
])('the text %j becomes the field %j', (text, field) => {
  expect(csvRecord(['x', text])).toBe(`x,${field}\r\n`)
})

test('any text comes back from CSV, and none of it begins like a formula in any locale', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n",;\' a') }),
    fc.integer(),
    fc.constant(null),
  )
  /** Removes the apostrophes that protect the starts of cells, and those that the text had there. */
  const plain = (text: string) => text.replace(/(^|[;\t\r\n])'+/g, '$1')
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      const record = csvRecord(cells)
      expect(record.endsWith('\r\n')).toBe(true)
      const [read] = parse(record, { recordDelimiter: '\r\n', relaxColumnCount: true }) as string[][]
      expect(read!.map(plain)).toEqual(cells.map((value) => plain(String(value ?? ''))))
      for (const [index, text] of read!.entries())
        if (typeof cells[index] === 'string')
          for (const part of text.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[" ]*[=+\-@＝＋－＠]/)
    }),
    tries(),
  )
})
