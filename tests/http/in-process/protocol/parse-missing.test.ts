import { expect, test } from 'vitest'
import { z } from 'zod'
import { automationInput } from '#app/features/automations/schema.ts'
import { parse } from '#app/http/protocol/parse.ts'

test('a field that is missing is named, in words, and not with the types of the parser', () => {
  const action = { type: 'SEND_MESSAGE', config: { content: 'x' } }
  const input = { name: 'A', trigger: { events: ['MEMBER_JOIN'] }, actions: [action] }
  expect(() => parse(automationInput, { ...input, name: undefined })).toThrow('Name: This field is required.')
  expect(() => parse(z.object({ a: z.array(z.object({ b: z.int() })) }), { a: [{}] })).toThrow(
    'B: This field is required.',
  )
})

test('words of the schema itself come first', () => {
  const schema = z.object({ token: z.string({ error: 'The link is not complete.' }) })
  expect(() => parse(schema, {})).toThrow('Token: The link is not complete.')
})
