import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { importSite } from '#app/features/cms/import/operations.ts'
import { statsQuery } from '#app/features/stats/schema.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { readInput } from '#app/http/api/parse-input.server.ts'
import type { Operation } from '#app/operations/operation.ts'
import { providers } from '#app/platform/config/providers.ts'
import { anEmail, openTestApp } from '#tests/support/factories.ts'
import { plays, providersEnv } from '#tests/mocks/providers.ts'
import { listen, outside } from '#tests/mocks/outside.ts'
import { leadsTo, pathOf, toRoutes, visitor } from '#tests/support/http/visitor.ts'

beforeAll(listen)
afterAll(() => outside.close())

const read = (search: string, query: z.ZodObject = statsQuery) =>
  readInput(
    { query } as unknown as Operation,
    { request: new Request(`http://localhost/api/v1/stats?${search}`), params: {}, context: {} as never },
    null,
    '',
  )

test('a parameter that comes twice is refused, whatever its values and its spelling', async () => {
  for (const search of ['days=30&days=7', 'days=7&days=7', 'days=&days=7', 'days=7&%64ays=7'])
    await expect(read(search)).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ path: 'days', message: 'Send this parameter once.' }],
    })
})

test('unknown parameters are ignored, however often they come', async () => {
  expect(await read('days=7&x=1&x=2')).toMatchObject({ query: { days: 7 } })
})

test('an upload refuses options in the URL, so that a dry run never imports', async () => {
  const request = new Request('http://localhost/api/cms/site-import?dry_run=true', { method: 'POST' })
  await expect(
    readInput(importSite, { request, params: {}, context: {} as never }, null, ''),
  ).rejects.toMatchObject({ code: 'invalid_request', issues: [{ path: 'dry_run' }] })
})

test('a list of the console refuses repeated filters and pages as its operation does', () => {
  const list = (search: string) => listQuery(statsQuery, `http://localhost/admin/x?${search}`)
  for (const search of ['days=30&days=7', 'page=1&page=2', 'days=&days=7'])
    expect(() => list(search)).toThrow('Send this parameter once.')
})

test.each(providers)('the callback of %s refuses repeated parameters', async (provider) => {
  const it = await openTestApp('sqlite, memory', {
    ...{ ...providersEnv, SITE_URL: 'https://signpost.example' },
  })
  const grace = visitor(toRoutes(it.app))
  for (const name of ['state', 'code', 'error']) {
    const back = plays[provider](leadsTo(await grace.go(`/api/auth/${provider}`)), anEmail())
    const value = back.searchParams.get(name) ?? 'access_denied'
    for (const _ of [1, 2]) back.searchParams.append(name, value)
    expect(leadsTo(await grace.go(pathOf(back)))).toBe('/login?error=state')
  }
  expect(await it.app.db.selectFrom('users').select('id').execute()).toEqual([])
  await it.close()
})
