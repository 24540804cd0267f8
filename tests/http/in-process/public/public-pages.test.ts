import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LoadContext } from '#app/context.server.ts'
import type { Count } from '#app/features/readers/counter.server.ts'
import { readerOf, type ReaderHeaders } from '#app/features/readers/reader.ts'
import { createPageCache } from '#app/http/public/page-cache.server.ts'
import { createPublicPages, type PublicPages } from '#app/http/public/public-pages.server.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

let it: TestApp
let server: Server
let pages: PublicPages
let url: string
/** What was rendered: the address and headers that the renderer got. */
let rendered: { address: string; headers: Record<string, string> }[]
let digest: string

beforeEach(async () => {
  it = await openTestApp('sqlite, memory', { RATE_LIMITS: 'off' })
  rendered = []
  digest = 'first'
  const library = new Proxy(it.app.contentIndex, {
    get: (target, name) => (name === 'digest' ? digest : Reflect.get(target, name)),
  })
  pages = createPublicPages({
    app: { ...it.app, contentIndex: library },
    cache: createPageCache(8),
    async handler(request, loadContext) {
      const context = loadContext as LoadContext
      const { pathname, search } = new URL(request.url)
      rendered.push({ address: pathname + search, headers: Object.fromEntries(request.headers) })
      const html = `<title>T</title><main id="pageContent"><h1>T</h1><p>${digest} ${search}</p></main>`
      const status = pathname === '/missing' ? 404 : 200
      context.facts.isPublic = pathname !== '/private'
      return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    },
  })
  server = createServer((request, response) => {
    const [path = '/', query] = (request.url ?? '/').split('?', 2)
    const reader = readerOf(request.headers as ReaderHeaders)
    const facts = { requestId: 'r', address: '127.0.0.1', secure: false, nonce: '', reader }
    const isTwin = path.endsWith('.md')
    const page = isTwin ? path.slice(0, -3) : path
    const names = page === '/list' ? ['page'] : page === '/search' ? ['q'] : []
    const handle = { public: true, query: names, cache: page !== '/search' }
    const visit = { request, response, facts, path, search: query ? `?${query}` : '', started: 0 }
    if (pages.answerAgain(visit, () => response.writeHead(500).end())) return
    pages.answer(visit, { path: page, isTwin, handle }).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await it.close()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { headers, method, redirect: 'manual' })
const markdown = { Accept: 'text/markdown' }

test('a current client gets a 304 without rendering, even from a fresh instance', async () => {
  const tags: Record<string, string> = {}
  for (const Accept of ['text/html', 'text/markdown']) {
    tags[Accept] = (await get('/a', { Accept })).headers.get('ETag')!
  }
  pages.forget()
  rendered = []
  for (const [Accept, tag] of Object.entries(tags)) {
    const answer = await get('/a', { Accept, 'If-None-Match': tag })
    expect([answer.status, answer.headers.get('ETag')]).toEqual([304, tag])
    expect(answer.headers.get('Vary')).toBe('Accept, Accept-Encoding')
  }
  expect(rendered).toEqual([])
  expect((await get('/a', { Accept: 'text/html', 'If-None-Match': tags['text/markdown']! })).status).toBe(200)
})

test('each read counts once: from the cache, as a 304 and by its Markdown URL', async () => {
  const browser = { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/140.0', Accept: 'text/html' }
  const tag = (await get('/a', browser)).headers.get('ETag')!
  for (let again = 0; again < 2; again++) await (await get('/a', browser)).text()
  expect((await get('/a', { ...browser, 'If-None-Match': tag })).status).toBe(304)
  await get('/a.md', { 'User-Agent': 'ClaudeBot/1.0' })
  await get('/a', browser, 'HEAD')
  await get('/a', { ...browser, DNT: '1' })
  await get('/missing', { ...browser, 'Sec-GPC': '1' })
  await get('/missing', browser)
  const rows: Count[] = []
  await it.app.readers.flush(it.app.now(), async (part) => void rows.push(...part))
  expect(rows.map(({ dimension, name, reader, count }) => [dimension, name, reader, count])).toEqual([
    ['agent', 'ClaudeBot', 'agent', 1],
    ['missing', '/missing', 'person', 1],
    ['page', '/a', 'agent', 1],
    ['page', '/a', 'person', 4],
    ['views', 'html', 'person', 4],
    ['views', 'markdown', 'agent', 1],
  ])
})

test('an entity tag is of one address: another page is sent whole', async () => {
  const tag = (await get('/a')).headers.get('ETag')!
  expect((await get('/b', { 'If-None-Match': tag })).status).toBe(200)
})

test('a star matches only a page that is there', async () => {
  expect((await get('/missing', { 'If-None-Match': '*' })).status).toBe(404)
  expect((await get('/a', { 'If-None-Match': '*' })).status).toBe(304)
})

test('many who ask for a cold page at once wait for one rendering', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/a')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(rendered.length).toBe(1)
})

test('other content is another page with another entity tag, without a 304 for the old', async () => {
  const before = await get('/a')
  digest = 'second'
  const after = await get('/a', { 'If-None-Match': before.headers.get('ETag')! })
  expect(after.status).toBe(200)
  expect(await after.text()).toContain('second')
  expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
  expect(await (await get('/a', markdown)).text()).toContain('second')
})

test('content that changes while a page is rendered leaves nothing old behind', async () => {
  const waiting = get('/a')
  digest = 'second'
  await waiting
  expect(await (await get('/a')).text()).toContain('second')
})

test('neither cookies nor bearer tokens reach the rendering, so no page is personal', async () => {
  await get('/a', { Cookie: 'session=secret', Authorization: 'Bearer secret' })
  expect(rendered).toEqual([{ address: '/a', headers: { accept: 'text/html' } }])
})

test('an unknown query gets the same bytes, and a known one gets its own page', async () => {
  const plain = await (await get('/a')).text()
  expect(await (await get('/a?utm_source=x')).text()).toBe(plain)
  await get('/list?page=2')
  await get('/list?page=2')
  expect(rendered.map(({ address }) => address)).toEqual(['/a', '/list?page=2'])
})

test('what was asked of a search is not kept, but has an entity tag', async () => {
  const first = await get('/search?q=a')
  expect(first.headers.get('Cache-Control')).toBe('no-cache')
  await get('/search?q=a')
  expect(rendered.length).toBe(2)
  expect((await get('/search?q=a', { 'If-None-Match': first.headers.get('ETag')! })).status).toBe(304)
  expect(rendered.length).toBe(2)
})

test('a missing page is not cached, has no entity tag, and is a 404 in any form', async () => {
  const missing = await get('/missing')
  expect([missing.status, missing.headers.get('ETag')]).toEqual([404, null])
  expect((await get('/missing', { Accept: 'image/png' })).status).toBe(404)
  expect(rendered.length).toBe(2)
})

test('who takes neither form is told what there is, in words and as links', async () => {
  const answer = await get('/list?page=2', { Accept: 'application/json' })
  expect(answer.status).toBe(406)
  expect(await answer.json()).toMatchObject({
    code: 'not_acceptable',
    error: 'This page is available as text/html (/list?page=2) or text/markdown (/list.md?page=2).',
  })
  expect(answer.headers.get('Link')).toBe(
    '</list?page=2>; rel="alternate"; type="text/html", </list.md?page=2>; rel="alternate"; type="text/markdown"',
  )
})

test('HEAD has the headers of GET and no body', async () => {
  for (const headers of [markdown, { Accept: 'text/html', 'Accept-Encoding': 'br' }]) {
    const [whole, head] = [await get('/a', headers), await get('/a', headers, 'HEAD')]
    const of = (answer: Response) =>
      [...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name))
    expect(of(head)).toEqual(of(whole))
    expect(await head.text()).toBe('')
  }
})

test('a page that was warmed is answered in every form without rendering', async () => {
  await pages.warm('/a')
  await pages.warm('/missing')
  expect([pages.knows('/a'), pages.knows('/missing')]).toEqual([true, false])
  rendered = []
  for (const path of ['/a', '/a.md']) await get(path)
  expect(rendered).toEqual([])
})

test('a page whose route is not declared public is neither sent nor kept', async () => {
  for (let round = 0; round < 2; round++) expect((await get('/private')).status).toBe(500)
  expect([pages.knows('/private'), rendered.length]).toEqual([false, 2])
})
