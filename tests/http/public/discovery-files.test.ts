import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { discoveryLinks } from '#app/site/links.ts'
import { client } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
/** Each request comes from an address of its own: there are more files than one may read in a minute. */
const get: ReturnType<typeof client> = (path, init) => client(server)(path, init)
const text = async (path: string) => (await get(path)).text()
const json = async (path: string) => (await get(path)).json() as Promise<never>

const files = [
  ['/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/feed.json', 'application/feed+json'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.md', 'text/markdown; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/speculation-rules.json', 'application/speculationrules+json'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/ai-catalog.json', 'application/json'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/agent-skills/index.json', 'application/json'],
  ['/.well-known/agent-skills/read-this-site/SKILL.md', 'text/markdown; charset=utf-8'],
] as const

test.each(files)('%s is %s, says the same to HEAD, and is not sent twice', async (path, type) => {
  const whole = await get(path)
  expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, type])
  const etag = whole.headers.get('ETag')!
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect(whole.headers.get('Cache-Control')).toMatch(/^public, max-age=(300|3600)$/)
  expect((await whole.text()).length).toBeGreaterThan(50)
  const head = await get(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const name of [
    'Content-Type',
    'ETag',
    'Cache-Control',
    'Link',
    'Access-Control-Allow-Origin',
    'Vary',
  ]) {
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
  }
  const again = await get(path, { headers: { 'If-None-Match': etag } })
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
})

test.each(files.map(([path]) => path).filter((path) => path.startsWith('/.well-known/')))(
  'scripts of any site may read %s, and why it refuses them',
  async (path) => {
    const answers = [await get(path), await get(path, { method: 'POST', body: 'a' })]
    expect(answers.map(({ status }) => status)).toEqual([200, 405])
    for (const { headers } of answers) expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  },
)

test('an unknown skill is refused so that scripts of any site can read why', async () => {
  const answer = await get('/.well-known/agent-skills/nothing/SKILL.md')
  expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([404, '*'])
})

/** The addresses of this site in a text. */
const ownAddresses = (body: string) =>
  [...new Set(body.match(/https?:\/\/[^\s"'<>()`\\]+/g))]
    .filter((url) => url.startsWith(`${server.url}/`))
    .map((url) => url.slice(server.url.length).replace(/[.,;:]+$/, ''))
    .filter((path) => path !== '/api/v1')

/** Whether the document describes an address: an API’s own answers to its methods, callers and parameters only. */
const described = (api: { paths: Record<string, unknown> }, address: string) => {
  const { pathname, hash } = new URL(address, server.url)
  if (hash) return at(api, decodeURIComponent(hash)) !== undefined
  return Object.keys(api.paths).some((path) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
}

/** What a JSON pointer in a fragment names (RFC 6901). */
const at = (document: unknown, fragment: string) =>
  fragment
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document)

/** Whether a page or an endpoint for POST is at an address. */
async function exists(address: string) {
  const { status, headers } = await get(address)
  return status === 200 || (status === 405 && headers.get('Allow') === 'POST')
}

test.each(files.map(([path]) => path))('every address of this site that %s names is there', async (path) => {
  const api = (await json('/api/openapi.json')) as { paths: Record<string, unknown> }
  const wrong = []
  for (const address of ownAddresses(await text(path))) {
    if (address.startsWith('/api/') ? described(api, address) : await exists(address)) continue
    wrong.push(address)
  }
  expect(wrong).toEqual([])
})

test('every address in the header that pages announce these files with is there', async () => {
  const links = discoveryLinks('/about', { legal: { terms: '/terms' } })
  expect(links[0]).toBe('</about.md>; rel="alternate"; type="text/markdown"')
  expect(discoveryLinks('/', { legal: {} })[0]).toBe('</index.md>; rel="alternate"; type="text/markdown"')
  for (const link of links) {
    const [, target, rel, , type] = /^<(\/[^>]+)>; rel="([a-z-]+)"(; type="([^"]+)")?$/.exec(link)!
    const answer = await get(target!)
    expect([link, answer.status]).toEqual([link, 200])
    if (rel !== 'service-desc' && type) expect(answer.headers.get('Content-Type')).toContain(type)
  }
})

test('the sitemap is valid, and each day is the one that the page itself gives', async () => {
  const xml = await text('/sitemap.xml')
  const schema = readFileSync('node_modules/sitemap/schema/sitemap.xsd', 'utf8')
  expect((await validateXML({ xml, schema })).errors).toEqual([])
  const pages = [...xml.matchAll(/<loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)]
  expect(pages.length).toBeGreaterThan(20)
  for (const [, url, day] of pages) {
    const html = await text(new URL(url!).pathname)
    expect([url, /article:modified_time" content="([^"]+)"/.exec(html)?.[1]]).toEqual([url, day])
    expect(Date.parse(day!)).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60 * 1000)
  }
})

test('while one sitemap suffices, there are no parts of it', async () => {
  const answer = await get('/sitemaps/1.xml')
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'not_found', error: expect.stringContaining('fewer parts') as string }),
  ])
})

test('the Markdown and XML sitemaps name the same pages with the same days', async () => {
  const xml = [...(await text('/sitemap.xml')).matchAll(/<loc>(.+?)<\/loc><lastmod>(.+?)</g)]
  const markdown = [...(await text('/sitemap.md')).matchAll(/^- \[.+\]\((.+?)\): .+ \(([\d-]+)\)$/gm)]
  const sorted = (matches: RegExpMatchArray[]) => matches.map(([, url, day]) => `${url} ${day}`).sort()
  expect(sorted(markdown)).toEqual(sorted(xml))
})

test('both feeds hold the same posts in full, with addresses that work from anywhere', async () => {
  const atom = parseAtomFeed(await text('/feed.xml')).entries!
  const items = parseJsonFeed(await json('/feed.json')).items!
  expect(atom.length).toBeGreaterThan(0)
  expect(new Set(atom.map(({ id }) => id)).size).toBe(atom.length)
  expect(items.map(({ id, content_html }) => [id, content_html])).toEqual(
    atom.map(({ id, content }) => [id, content!.value]),
  )
  for (const { id, title, published, updated, authors, content } of atom) {
    const { pathname } = new URL(id!)
    const page = await text(pathname)
    expect(page).toContain(`<link rel="canonical" href="${id}"`)
    expect(page).toContain(title!.value)
    for (const time of [published, updated]) expect(new Date(time!).toISOString()).toBe(time)
    expect(authors![0]!.name).toBeTruthy()
    const html = content!.value!
    expect(html).toContain('<p>')
    expect(html).not.toContain('heading-anchor')
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(address).toMatch(/^(https?:\/\/|mailto:)/)
    }
  }
})

test('llms-full.txt holds the text of every entry’s twin', async () => {
  const full = await text('/llms-full.txt')
  const twins = [...(await text('/llms.txt')).matchAll(/^- \[.+\]\((.+?\.md)\): /gm)].map(([, url]) => url!)
  const entries = twins.filter((url) => !/\/(docs|blog|sitemap)\.md$/.test(url))
  expect(entries.length).toBeGreaterThan(18)
  for (const url of entries) {
    expect(full, url).toContain(`<!-- ${url} -->\n\n${await text(new URL(url).pathname)}`)
  }
  expect([...full.matchAll(/^<!-- http.+ -->$/gm)].length).toBe(entries.length)
})

test.each(['GET', 'HEAD'])('%s on a known address leads to the one that serves it', async (method) => {
  const password = await get('/.well-known/change-password', { method })
  expect([password.status, password.headers.get('Location')]).toEqual([302, '/profile/security'])
  expect(password.headers.get('Cache-Control')).toBe('no-store')
  expect(password.headers.get('Access-Control-Allow-Origin')).toBe('*')
  const document = await get('/openapi.json', { method })
  expect([document.status, document.headers.get('Location')]).toEqual([308, '/api/openapi.json'])
  const v1 = await get('/openapi.json?surface=v1', { method })
  expect([v1.status, v1.headers.get('Location')]).toEqual([308, '/api/openapi.json?surface=v1'])
})
