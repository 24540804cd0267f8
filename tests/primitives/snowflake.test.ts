import { expect, test } from 'vitest'
import { snowflake } from '#app/primitives/schema.ts'

test.each(['10000000000000000', '999999999999999999', '18446744073709551615'])('%s is an id', (id) => {
  expect(snowflake.parse(id)).toBe(id)
})

test.each([
  '1234567890123456',
  '00000000000000001',
  '0100000000000000001',
  '18446744073709551616',
  '99999999999999999999',
  '100000000000000000000',
  '1000000000000000a',
])('%s is no id, with one reason', (id) => {
  expect(snowflake.safeParse(id).error?.issues).toHaveLength(1)
})
