import { expect, inject, test } from 'vitest'
import { client } from '#tests/support/http/client.ts'
import { connectMcp, eras } from '#tests/support/http/mcp.ts'

const server = inject('servers')[0]!
const get = client(server)
const text = async (path: string) => (await get(path)).text()
const json = async (path: string) => (await get(path)).json() as Promise<never>

const openapi = {
  href: `${server.url}/api/openapi.json`,
  type: 'application/vnd.oai.openapi+json;version=3.1',
}
const card = { href: `${server.url}/mcp/server-card`, type: 'application/mcp-server-card+json' }

test('the API catalogue links each API to its description, documents and health', async () => {
  const { linkset } = await json('/.well-known/api-catalog')
  const [index, ...apis] = linkset as Record<string, { href: string; type?: string }[]>[]
  expect(apis.map(({ anchor }) => ({ href: anchor }))).toEqual(index!.item)
  const { paths } = (await json('/api/openapi.json')) as { paths: object }
  for (const api of apis) {
    const base = String(api.anchor).slice(server.url.length)
    expect(Object.keys(paths).filter((path) => path.startsWith(base)).length, base).toBeGreaterThan(0)
    expect(api['service-desc']).toEqual([base === '/mcp' ? card : openapi])
    for (const { href, type } of [...api['service-doc']!, ...api.status!]) {
      const answer = await get(href.slice(server.url.length))
      expect(answer.headers.get('Content-Type')).toContain(type)
    }
  }
  const head = await get('/.well-known/api-catalog', { method: 'HEAD' })
  expect(head.headers.get('Link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
})

test('the catalogue for agents names skills, API and MCP servers, with sample queries', async () => {
  type Entry = { identifier: string; displayName: string; representativeQueries: string[] }
  const catalog = await json('/.well-known/ai-catalog.json')
  const { specVersion, entries } = catalog as { specVersion: string; entries: Entry[] }
  const { skills } = (await json('/.well-known/agent-skills/index.json')) as { skills: { name: string }[] }
  expect(specVersion).toBe('1.0')
  expect(entries.map(({ displayName }) => displayName)).toEqual([
    ...skills.map(({ name }) => name),
    'Signpost API',
    'Signpost pages over MCP',
    'Signpost API over MCP',
  ])
  for (const { identifier, representativeQueries } of entries) {
    expect(identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/)
    expect(new Set(representativeQueries).size, identifier).toBe(representativeQueries.length)
    expect(representativeQueries.length, identifier).toBeGreaterThanOrEqual(2)
    expect(representativeQueries.length, identifier).toBeLessThanOrEqual(5)
  }
})

test('the server card is at two URLs, and matches the endpoint', async () => {
  const response = await get('/mcp/server-card')
  expect(response.headers.get('Content-Type')).toBe(card.type)
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600')
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const bytes = await response.text()
  expect(await text('/.well-known/mcp/server-card.json')).toBe(bytes)
  const tag = { 'If-None-Match': response.headers.get('ETag')! }
  expect((await get('/mcp/server-card', { headers: tag })).status).toBe(304)
  const { remotes, description, ...about } = JSON.parse(bytes) as Record<string, never> & {
    remotes: { url: string; supportedProtocolVersions: string[] }[]
    description: string
  }
  expect(about).toMatchObject({ $schema: expect.stringContaining('/v1/server-card.schema.json') })
  expect(description.length).toBeLessThanOrEqual(100)
  expect(remotes).toMatchObject([{ type: 'streamable-http', url: `${server.url}/mcp` }])
  for (const era of eras) {
    expect(remotes[0]!.supportedProtocolVersions).toContain(era)
    const client = await connectMcp({ url: remotes[0]!.url, era })
    expect(about).toMatchObject(client.getServerVersion()!)
    await client.close()
  }
})

test('the home page and the documentation link to the server card', async () => {
  const links = async (path: string) => (await get(path)).headers.get('Link')!.includes('server-card')
  expect(await Promise.all(['/', '/docs', '/about'].map(links))).toEqual([true, true, false])
  expect(await text('/llms.txt')).toContain(`\`${server.url}/mcp\``)
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
