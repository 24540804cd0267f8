import { expect, inject, test } from 'vitest'
import { isLong } from '#tests/support/depth.ts'
import { client, publishedPaths } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const get = client(server)
const image = '/share/docs/markdown.png'

test('an image says what it is, may be kept for a day, and is open to every origin', async () => {
  const response = await get(image)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  })
  const png = Buffer.from(await response.arrayBuffer())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('who has the image gets a 304, and HEAD gets the headers alone', async () => {
  const { headers } = await get(image)
  const again = await get(image, { headers: { 'If-None-Match': headers.get('ETag')! } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('ETag')).toBe(headers.get('ETag'))
  const head = await get(image, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const name of ['ETag', 'Content-Type']) expect(head.headers.get(name)).toBe(headers.get(name))
})

test('what is no image of an entry is a 404 with the error body, and only reads work', async () => {
  expect((await get('/share/..%2fdocs%2fmarkdown.png')).status).toBe(404)
  for (const path of ['/share/docs/nothing.png', '/share/docs/markdown', '/share/..%2Fdocs%2Fmarkdown.png']) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.json()).toMatchObject({ code: 'not_found', request_id: expect.any(String) })
  }
  expect((await get(image, { method: 'POST' })).status).toBe(405)
})

test('every page of the sitemap names an existing image, its size and description', async () => {
  const paths = await publishedPaths(server)
  const images = new Set<string>()
  for (const path of [...paths, '/search?q=markdown']) {
    const html = await (await get(path)).text()
    const meta = (property: string) => new RegExp(`="${property}" content="([^"]*)"`).exec(html)?.[1]
    expect({ path, image: meta('og:image') }).toEqual({
      path,
      image: expect.stringMatching(/\.png\?v=[0-9a-f]{12}$/),
    })
    expect(meta('og:image:type')).toBe('image/png')
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630'])
    expect(meta('og:image:alt')).toMatch(/\w/)
    expect(meta('twitter:card')).toBe('summary_large_image')
    images.add(meta('og:image')!)
  }
  expect(images.size).toBeGreaterThan(15)
  const ofPages = new Set(paths.map((path) => `/share${path === '/' ? '/index' : path}.png`))
  for (const [index, address] of [...images].entries()) {
    const { origin, pathname } = new URL(address)
    expect([origin, ofPages.has(pathname)]).toEqual([server.url, true])
    // Drawing one takes a quarter of a second.
    if (index % 8 && !isLong) continue
    const response = await get(address.slice(server.url.length))
    expect([address, response.status, response.headers.get('Content-Type')]).toEqual([
      address,
      200,
      'image/png',
    ])
    await response.arrayBuffer()
  }
}, 120_000)

test('a listing is shown with the image of the home page', async () => {
  const imageOf = async (path: string) =>
    /property="og:image" content="([^"]*)"/.exec(await (await get(path)).text())?.[1]
  const home = await imageOf('/')
  expect(home).toContain('/share/index.png?v=')
  for (const path of ['/docs', '/blog', '/search']) expect(await imageOf(path)).toBe(home)
  expect(await imageOf('/docs/markdown')).toContain('/share/docs/markdown.png?v=')
})
