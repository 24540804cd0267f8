import { expect } from 'vitest'
import { rateLimits, type LimitName } from '#app/platform/security/rate-limits.ts'
import { client } from '#tests/support/http/client.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'

/** The headers that every limited response carries. */
export const limitNames = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
]

/** Lists which of them a response carries. */
export const limitsSent = ({ headers }: Pick<Response, 'headers'>): string[] =>
  limitNames.filter((name) => headers.has(name))

/** Reads how much a client has used of the class of pages and of the anonymous API. Each read uses one of its class. */
export async function used(ask: ReturnType<typeof client>) {
  const left = async (path: string) => Number((await ask(path)).headers.get('X-RateLimit-Remaining'))
  return {
    pages: rateLimits.pages.points - 1 - (await left('/robots.txt')),
    api: rateLimits.api_anonymous.points - 1 - (await left('/api/nothing')),
  }
}

/** Requests a path until the client is over a limit. */
export async function exhaust(server: Server, address: string, name: LimitName, path: string) {
  const ask = client(server, address)
  for (let asked = 0; asked < rateLimits[name].points; asked += 50)
    await Promise.all(Array.from({ length: 50 }, async () => (await ask(path)).arrayBuffer()))
  return ask
}

/** Expects a 429 of this limit with all of its headers. */
export function expectTooMany({ status, headers }: Response, name: LimitName): void {
  expect(status).toBe(429)
  expect(limitsSent({ headers })).toEqual(limitNames)
  expect(headers.get('X-RateLimit-Limit')).toBe(String(rateLimits[name].points))
  expect(headers.get('X-RateLimit-Remaining')).toBe('0')
  expect(headers.get('RateLimit')).toMatch(new RegExp(`^"${name}";r=0;t=\\d+$`))
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(headers.get('Cache-Control')).toBe('no-store')
}
