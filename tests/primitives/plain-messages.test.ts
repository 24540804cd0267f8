import { expect, test } from 'vitest'
import { z } from 'zod'
import { labelOfPath } from '#app/primitives/path-label.ts'
import { withLabel } from '#app/primitives/plain-messages.ts'

/** Returns the first message for an input. */
const messageOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error!.issues[0]!.message

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This field is required.'],
  [z.string(), 1, 'Enter text.'],
  [z.number(), 'a', 'Enter a number.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.boolean(), 'yes', 'Use true or false.'],
  [z.object({}), [], 'Send an object with named fields.'],
  [z.array(z.string()), {}, 'Send a list.'],
  [z.enum(['a', 'b']), 'c', 'Use one of: a, b.'],
  [z.literal(1), 2, 'Use 1.'],
  [z.string().max(3), 'long', 'Use at most 3 characters.'],
  [z.string().min(1), '', 'This field cannot be empty.'],
  [z.array(z.string()).min(2), [], 'Use at least 2 items.'],
  [z.number().max(3), 4, 'Enter a number of at most 3.'],
  [z.number().gt(3), 3, 'Enter a number of more than 3.'],
  [z.email(), 'x', 'Enter an email address.'],
  [z.strictObject({}), { a: 1, b: 2 }, 'Remove the unknown fields: a, b.'],
  [z.union([z.string(), z.number()]), null, 'Enter text, or enter a number.'],
  [z.union([z.null(), z.object({ wait: z.number() })]), { wait: 'x' }, 'Wait: Enter a number.'],
  [
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'Use one of: a, b.',
  ],
  [
    z.string().refine(() => false),
    'x',
    'This value is not valid. See the API reference for the accepted values.',
  ],
  [z.string().regex(/^a/), 'x', 'This value is not valid. See the API reference for the accepted values.'],
  [z.record(z.string().regex(/^a/, 'Begin with a.'), z.string()), { b: '' }, 'Begin with a.'],
  [z.number().multipleOf(5), 4, 'Enter a multiple of 5.'],
])('case %#: a schema without a message of its own explains the fix', (schema, input, message) => {
  expect(messageOf(schema, input)).toBe(message)
})

test('a message of the schema comes first', () => {
  expect(messageOf(z.string({ error: 'Enter a name.' }), 1)).toBe('Enter a name.')
})

test('a path becomes the label of its field', () => {
  expect(labelOfPath(['config', 'log_channel_id'])).toBe('Log channel id')
  expect(labelOfPath(['guildId'])).toBe('Guild id')
  expect(labelOfPath(['__proto__'])).toBe('__proto__')
  expect(labelOfPath(['tags', '2'])).toBe('Tags, item 3')
  expect(labelOfPath(['actions', 0, 'config', 'content'])).toBe('Content')
  expect(labelOfPath([0])).toBe('')
  expect(withLabel([], 'No.')).toBe('No.')
  expect(withLabel(['days'], 'Enter a number.')).toBe('Days: Enter a number.')
})
