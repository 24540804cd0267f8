import { expect, inject, test } from 'vitest'
import { client, publishedPaths, signUp } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const get = client(server)
const markdown = { headers: { Accept: 'text/markdown' } }

test('every URL of the sitemap serves HTML, Markdown by Accept, and its twin', async () => {
  const paths = await publishedPaths(server)
  expect(paths.length).toBeGreaterThan(15)
  for (const path of paths) {
    const [html, negotiated, twin] = [
      await get(path),
      await get(path, markdown),
      await get(path === '/' ? '/index.md' : `${path}.md`),
    ]
    expect([path, html.status, negotiated.status, twin.status]).toEqual([path, 200, 200, 200])
    expect(html.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(negotiated.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8')
    const text = await negotiated.text()
    expect(await twin.text()).toBe(text)
    const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '')
    expect(prose.match(/^# .+$/gm), `one H1 on ${path}`).toHaveLength(1)
    expect(text).toMatch(
      /^---\ntitle: .+\ndescription: .+\ncanonical_url: .+\n(last_updated: .+\n)?(tags:\n( {2}- .+\n)+)?lang: "en"\n---\n/,
    )
    expect(prose, `relative links on ${path}`).not.toMatch(/\]\(\//)
    expect(Number(negotiated.headers.get('X-Markdown-Tokens'))).toBe(Math.ceil(text.length / 4))
    expect(await html.text()).toContain(`<link rel="canonical" href="${server.url}${path}"`)
  }
})

test('a negotiated address varies by Accept whatever it answers', async () => {
  const etag = (await get('/about')).headers.get('ETag')!
  const answers = [
    await get('/about'),
    await get('/about', markdown),
    await get('/about', { headers: { 'If-None-Match': etag } }),
    await get('/about', { headers: { Accept: 'image/png' } }),
    await get('/not-there'),
    await get('/not-there', markdown),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 304, 406, 404, 404])
  for (const answer of answers) expect(answer.headers.get('Vary')).toMatch(/\bAccept\b(?!-)/)
})

test('entity tags are strong, differ by representation and coding, and allow a 304', async () => {
  const tags = new Set<string>()
  for (const Accept of ['text/html', 'text/markdown']) {
    for (const coding of ['br', 'gzip', 'identity']) {
      const response = await get('/docs', { headers: { Accept, 'Accept-Encoding': coding } })
      const etag = response.headers.get('ETag')!
      expect(etag).toMatch(/^"[\w-]+"$/)
      tags.add(etag)
      const again = await get('/docs', {
        headers: { Accept, 'Accept-Encoding': coding, 'If-None-Match': `W/${etag}` },
      })
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
      for (const name of ['ETag', 'Vary', 'Cache-Control', 'Content-Location']) {
        expect(again.headers.get(name)).toBe(response.headers.get(name))
      }
    }
  }
  expect(tags.size).toBe(6)
})

test('Markdown by Accept gives its own URL, and both representations are linked', async () => {
  const html = await get('/about')
  expect(html.headers.get('Link')).toContain('</about.md>; rel="alternate"; type="text/markdown"')
  expect(await html.text()).toMatch(/<link rel="alternate" type="text\/markdown" href="[^"]*\/about\.md"/)
  const negotiated = await get('/about', markdown)
  expect(negotiated.headers.get('Content-Location')).toBe('/about.md')
  expect(negotiated.headers.get('Link')).toBe(`<${server.url}/about>; rel="canonical"`)
  expect((await get('/about.md')).headers.get('Content-Location')).toBeNull()
})

test('the terms of use go out with every page', async () => {
  const { headers } = await get('/about', markdown)
  expect(headers.get('Content-Signal')).toBe('search=yes, ai-input=yes, ai-train=no')
  expect(headers.get('Content-Usage')).toBe('train-ai=n, search=y')
})

test('an unknown page is a 404 in both forms that names the sitemap and the search', async () => {
  for (const path of ['/nothing-here', '/docs/nothing', '/auth.md', '/.md', '/docs/.md']) {
    const [html, text] = [await get(path), await get(path, markdown)]
    expect([path, html.status, text.status]).toEqual([path, 404, 404])
    expect(await html.text()).toContain('/sitemap.xml')
    const body = await text.text()
    expect(body).toMatch(/^# /m)
    expect(body).toContain('/sitemap.xml')
    expect(body).toContain('/search')
    expect(body.length).toBeLessThan(1500)
  }
})

test('a trailing slash redirects to the page’s only URL, never to another host', async () => {
  const moved = await get('/docs/?a=b')
  expect([moved.status, moved.headers.get('Location')]).toEqual([308, '/docs?a=b'])
  expect((await get('/search/?q=why?&limit=3')).headers.get('Location')).toBe('/search?q=why?&limit=3')
  expect((await get('//docs/')).headers.get('Location')).toBe('/docs')
  expect((await get('//evil.example/')).status).toBe(404)
})

test('public pages need no script: no React, a strict policy, and the text in the HTML', async () => {
  const response = await get('/docs/getting-started')
  const policy = response.headers.get('Content-Security-Policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|nonce-/)
  expect(response.headers.get('Permissions-Policy')).toBe('tools=(self)')
  const html = await response.text()
  expect(html).not.toMatch(/__remix|style="/)
  expect([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    expect.stringMatching(/^\/assets\/entry\.page-[\w-]+\.js$/),
  ])
})

test('a signed-in reader gets the public page and leaves nothing personal in it', async () => {
  const { cookie } = await signUp(server)
  for (const path of ['/about', '/docs', '/about.md']) {
    const [theirs, everybodys] = [await get(path, { headers: { Cookie: cookie } }), await get(path)]
    expect(theirs.headers.get('Set-Cookie')).toBeNull()
    expect(theirs.headers.get('ETag')).toBe(everybodys.headers.get('ETag'))
    expect(await theirs.text()).toBe(await everybodys.text())
  }
})
