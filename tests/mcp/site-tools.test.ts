import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_TEXT, siteTools } from '#app/mcp/site.server.ts'
import { action } from '#app/routes/machine/mcp.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { callTool, connectMcp, eras, fetchOf, refusedTool } from '#tests/support/http/mcp.ts'

const SITE = 'https://site.test'
const line = 'A line of this page with some words.\n'
const long = line.repeat(Math.ceil((2.5 * MAX_TEXT) / line.length))

/** Returns a page as Markdown, in the format of the site. */
const page = (path: string, text: string) =>
  `---\ntitle: "A page"\ncanonical_url: "${SITE}${path}"\nlast_updated: "2026-11-21"\nlang: "en"\n---\n\n${text}`

let it: TestApp
beforeAll(async () => {
  it = await openTestApp('sqlite, memory', { SITE_URL: SITE, RATE_LIMITS: 'off' })
})
afterAll(() => it.close())

type Result = { id: string; type: string; title: string; url: string; excerpt: string }
type Page = { id: string; title: string; text: string; url: string; metadata: object; next_offset: number }

describe.each(eras)('with the revision %s', (era) => {
  let client: Client
  beforeAll(async () => {
    const pages = { '/docs/markdown': page('/docs/markdown', '# A page\n'), '/about': page('/about', long) }
    client = await connectMcp({ url: `${SITE}/mcp`, era, fetch: fetchOf(it, action, { pages }) })
  })
  afterAll(() => client?.close())

  test('the server introduces itself and its tools, all read-only', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    expect(client.getServerVersion()).toMatchObject({ name: 'test.site/site', title: 'Signpost' })
    expect(client.getInstructions()!.length).toBeLessThan(1_500)
    expect(client.getServerCapabilities()!.tools).toEqual({ listChanged: false })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch', 'list_pages', 'ask'])
    expect(JSON.stringify(tools).length).toBeLessThan(12_000)
    for (const { annotations, description, inputSchema, outputSchema } of tools) {
      expect(annotations).toEqual({
        ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      })
      expect(description!.length).toBeLessThan(600)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties')
    }
  })

  test('search returns ids that fetch accepts, best match first', async () => {
    const found = await callTool<{ total: number; results: Result[] }>(client, 'search', {
      ...{ query: 'markdown', limit: 3 },
    })
    expect(found.results).toHaveLength(3)
    expect(found.total).toBeGreaterThan(3)
    const one = found.results.find(({ id }) => id === '/docs/markdown')!
    expect(one).toMatchObject({ type: 'doc', url: `${SITE}/docs/markdown`, title: expect.any(String) })
    expect(await callTool<Page>(client, 'fetch', { id: one.id })).toEqual({
      id: '/docs/markdown',
      title: 'A page',
      text: '# A page\n',
      url: `${SITE}/docs/markdown`,
      metadata: { lang: 'en', last_updated: '2026-11-21' },
      next_offset: null,
    })
  })

  test.each([
    ['a URL', `${SITE}/docs/markdown`],
    ['a URL with a heading', `${SITE}/docs/markdown#negotiation`],
    ['the Markdown URL', '/docs/markdown.md'],
    ['another spelling', 'Docs//Markdown/'],
  ])('fetch accepts %s', async (_, id) => {
    expect(await callTool<Page>(client, 'fetch', { id })).toMatchObject({ id: '/docs/markdown' })
  })

  test('fetch returns a long page in parts that end at lines', async () => {
    let text = ''
    let parts = 0
    for (let offset: number | null = 0; offset !== null; parts += 1) {
      const part: Page = await callTool<Page>(client, 'fetch', { id: '/about', offset })
      expect(part.text.length).toBeLessThanOrEqual(MAX_TEXT)
      expect(part.text.endsWith('\n')).toBe(true)
      text += part.text
      offset = part.next_offset
    }
    expect(parts).toBe(3)
    expect(text).toBe(long)
    const late = await refusedTool(client, 'fetch', { id: '/about', offset: long.length })
    expect(late).toMatchObject({ code: 'invalid_request', issues: [{ path: 'offset' }] })
  })

  test.each([
    '/admin',
    '/login',
    '/nothing',
    'https://elsewhere.example/docs/markdown',
    '//elsewhere.example',
  ])('fetch does not read %s, and names the way out', async (id) => {
    const refusal = await refusedTool(client, 'fetch', { id })
    expect(refusal).toMatchObject({ code: 'not_found', request_id: expect.any(String) })
    expect(refusal.error).toContain('Use search or list_pages')
  })

  test('list_pages lists the pages below a path in parts', async () => {
    type List = { pages: { id: string }[]; total: number; next_offset: number | null }
    const first = await callTool<List>(client, 'list_pages', { under: '/docs/', limit: 2 })
    expect(first.pages.map(({ id }) => id.startsWith('/docs/'))).toEqual([true, true])
    expect(first.next_offset).toBe(2)
    const last = await callTool<List>(client, 'list_pages', { under: '/docs/', offset: first.total - 1 })
    expect(last).toMatchObject({ pages: [{ url: expect.stringContaining(SITE) }], next_offset: null })
    const none = await callTool<List>(client, 'list_pages', { under: '/nowhere/' })
    expect(none).toEqual({ pages: [], total: 0, next_offset: null })
  })

  test('ask quotes a page and cites it, or says that no page covers the question', async () => {
    type Answer = { answer: string; citations: { n: number; url: string }[] }
    const question = 'How do I get a page as Markdown?'
    const { answer, citations } = await callTool<Answer>(client, 'ask', { question })
    expect(answer).toContain('[1]')
    expect(citations[0]).toMatchObject({ n: 1, url: expect.stringContaining(SITE) })
    const other = await callTool<Answer>(client, 'ask', { question: 'Who won the cup in 1954?' })
    expect(other.answer).toContain('Not covered here')
  })

  test.each([
    ['search', {}, 'query'],
    ['search', { query: ' ' }, 'query'],
    ['search', { query: 'x', limit: 11 }, 'limit'],
    ['search', { query: 'x', more: 1 }, 'more'],
    ['fetch', { id: 'x'.repeat(501) }, 'id'],
    ['list_pages', { under: 'docs' }, 'under'],
    ['ask', { question: 'x'.repeat(1_001) }, 'question'],
  ])('%s refuses %j and names the field', async (name, input, path) => {
    const { code, issues } = await refusedTool(client, name, input)
    expect([code, issues?.map((issue) => issue.path)]).toEqual(['invalid_request', [path]])
  })

  test('the skills of the site are resources, byte for byte', async () => {
    const { resources } = await client.listResources()
    const skills = it.app.contentIndex.skills
    expect(resources.map(({ uri }) => uri)).toEqual(skills.map(({ name }) => `skill://${name}/SKILL.md`))
    for (const { name, bytes } of skills) {
      const { contents } = await client.readResource({ uri: `skill://${name}/SKILL.md` })
      expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: bytes.toString() }])
    }
    await expect(client.readResource({ uri: 'skill://nothing/SKILL.md' })).rejects.toThrow()
  })

  test('an unknown tool is an error of the protocol', async () => {
    await expect(client.callTool({ name: 'read_stats', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

test('each tool has a title and a public operation', () => {
  for (const { name, title, operation } of siteTools)
    expect([name, title.length > 10, operation.access]).toEqual([name, true, 'public'])
})
