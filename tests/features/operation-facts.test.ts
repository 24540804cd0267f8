import { expect, test } from 'vitest'
import { z } from 'zod'
import { parametersOf } from '#app/features/content/operation-facts.server.ts'
import { operations } from '#app/operations/index.ts'
import { operation } from '#app/operations/operation.ts'

test('what an operation takes is said in words', () => {
  const digits = z.string().regex(/^[1-9]\d{0,2}$/)
  const example = operation({
    id: 'example',
    method: 'PUT',
    path: '/api/guilds/{guild_id}',
    access: 'public',
    limit: null,
    params: z.object({ guild_id: z.string().max(20).meta({ description: 'The guild.' }) }),
    query: z.object({ days: digits.transform(Number).default(30), sort: z.enum(['name', 'age']).optional() }),
    body: z.strictObject({
      name: z.string().min(2).max(100),
      color: z.number().int().min(0).max(255).nullable(),
      ratio: z.number().min(0.5),
      tags: z.array(z.string()),
      at: z.iso.datetime(),
      on: z.boolean().default(false),
      rest: z.strictObject({}).optional(),
      any: z.unknown().optional(),
    }),
    answers: { 204: null },
    summary: 'An example',
  })
  const said = parametersOf(example).map(({ place, parameters }) => [
    place,
    ...parameters.map(({ name, takes, rest, meaning }) => `${name}: ${takes}; ${rest}. ${meaning}`.trim()),
  ])
  expect(said).toEqual([
    ['In the path', 'guild_id: text, up to 20 characters; required. The guild.'],
    ['In the query', 'days: whole number; `30` if left out.', 'sort: one of `name`, `age`; optional.'],
    [
      'In the body',
      'name: text, 2 to 100 characters; required.',
      'color: whole number, 0 to 255 or `null`; required.',
      'ratio: number, at least 0.5; required.',
      'tags: list of: text; required.',
      'at: time (ISO 8601); required.',
      'on: `true` or `false`; `false` if left out.',
      'rest: object; optional.',
      'any: any value; optional.',
    ],
  ])
})

test('every operation can be described', () => {
  for (const entry of operations) {
    for (const { parameters } of parametersOf(entry)) expect(parameters.length, entry.id).toBeGreaterThan(0)
  }
})
