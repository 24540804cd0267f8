import { expect, test } from 'vitest'
import { Invalid, type Refusal } from '#app/errors.ts'
import { readInput } from '#app/http/api/parse-input.server.ts'
import { operations } from '#app/openapi/operations.ts'

const takers = operations.filter(({ body, access }) => body && access !== 'signature')
const forms: [string, Record<string, string>, string | undefined][] = [
  ['no Content-Type', {}, undefined],
  ['a Content-Length of 0', { 'Content-Length': '0' }, undefined],
  ['an empty JSON body', { 'Content-Type': 'application/json' }, ''],
  ['an empty text body', { 'Content-Type': 'text/plain' }, ''],
  ['an empty body in chunks', { 'Transfer-Encoding': 'chunked' }, undefined],
]

test.each(forms)('%s is 400 with the missing fields on every JSON route', async (_, headers, body) => {
  expect(takers.length).toBeGreaterThan(30)
  for (const operation of takers) {
    const request = new Request('http://a.example/', {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const bare = { ...operation, params: undefined, query: undefined, versioned: false } as typeof operation
    const read = readInput(bare, { request, params: {}, context: null! }, null, '')
    if (operation.method === 'DELETE' && (operation.body!.safeParse({}).success as boolean)) {
      await expect(read).resolves.toMatchObject({ body: {} })
      continue
    }
    const refusal: unknown = await read.catch((error: unknown) => error)
    expect(refusal, operation.id).toBeInstanceOf(Invalid)
    if (!operation.body!.safeParse({}).success)
      expect((refusal as Invalid).issues!.length, operation.id).toBeGreaterThan(0)
  }
})

test('a body of another type is still 415, by its length or in chunks', async () => {
  const login = operations.find(({ id }) => id === 'login') ?? takers[0]!
  for (const headers of [{ 'Content-Length': '2' }, { 'Transfer-Encoding': 'chunked' }] as Record<
    string,
    string
  >[]) {
    const request = new Request('http://a.example/', {
      method: 'POST',
      body: '{}',
      headers: { ...headers, 'Content-Type': 'text/plain' },
    })
    const refusal: unknown = await readInput(login, { request, params: {}, context: null! }, null, '').catch(
      (error: unknown) => error,
    )
    expect((refusal as Refusal).status).toBe(415)
  }
})
