import { expect, inject, test } from 'vitest'
import { client } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const get = client(server)
const text = async (path: string) => (await get(path)).text()
const json = async (path: string) => (await get(path)).json() as Promise<never>

const openapi = 'application/vnd.oai.openapi+json;version=3.1'

test('the API catalogue links each API to its description, documents and health', async () => {
  const { linkset } = await json('/.well-known/api-catalog')
  const [index, ...apis] = linkset as Record<string, { href: string; type?: string }[]>[]
  expect(apis.map(({ anchor }) => ({ href: anchor }))).toEqual(index!.item)
  const { paths } = (await json('/api/openapi.json')) as { paths: object }
  for (const api of apis) {
    const base = String(api.anchor).slice(server.url.length)
    expect(Object.keys(paths).filter((path) => path.startsWith(base)).length, base).toBeGreaterThan(0)
    expect(api['service-desc']).toEqual([{ href: `${server.url}/api/openapi.json`, type: openapi }])
    for (const { href, type } of [...api['service-doc']!, ...api.status!]) {
      const answer = await get(href.slice(server.url.length))
      expect(answer.headers.get('Content-Type')).toContain(type)
    }
  }
  const head = await get('/.well-known/api-catalog', { method: 'HEAD' })
  expect(head.headers.get('Link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
})

test('the catalogue for agents names every skill and the API, each with sample queries', async () => {
  type Entry = { identifier: string; displayName: string; representativeQueries: string[] }
  const catalog = await json('/.well-known/ai-catalog.json')
  const { specVersion, entries } = catalog as { specVersion: string; entries: Entry[] }
  const { skills } = (await json('/.well-known/agent-skills/index.json')) as { skills: { name: string }[] }
  expect(specVersion).toBe('1.0')
  expect(entries.map(({ displayName }) => displayName)).toEqual([
    ...skills.map(({ name }) => name),
    'Signpost API',
  ])
  for (const { identifier, representativeQueries } of entries) {
    expect(identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/)
    expect(new Set(representativeQueries).size, identifier).toBe(representativeQueries.length)
    expect(representativeQueries.length, identifier).toBeGreaterThanOrEqual(2)
    expect(representativeQueries.length, identifier).toBeLessThanOrEqual(5)
  }
})

test('security.txt expires in more than a month and less than a year, once', async () => {
  const lines = (await text('/.well-known/security.txt')).trimEnd().split('\n')
  const fields = lines.map((line) => /^([A-Z][\w-]+): (\S+)$/.exec(line)!.slice(1) as [string, string])
  expect(fields.map(([name]) => name).sort()).toEqual([
    'Canonical',
    'Contact',
    'Expires',
    'Policy',
    'Preferred-Languages',
  ])
  const days = (Date.parse(Object.fromEntries(fields).Expires!) - Date.now()) / (24 * 60 * 60 * 1000)
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
