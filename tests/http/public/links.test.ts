import { createDocument } from '@mixmark-io/domino'
import { expect, inject, test } from 'vitest'
import { client, publishedPaths } from '#tests/support/http/client.ts'

const server = inject('servers')[0]!
const get = client(server)

test('every link of every public page leads to an existing page and heading', async () => {
  const paths = await publishedPaths(server)
  const pages = new Map<string, Document>()
  const wanted = new Map<string, string>()
  for (const path of paths) {
    const page = createDocument(await (await get(path)).text())
    pages.set(path, page)
    for (const link of Array.from(page.querySelectorAll('a[href], link[href], img[src], script[src]'))) {
      const url = new URL(link.getAttribute('href') ?? link.getAttribute('src')!, server.url + path)
      if (url.origin === server.url) wanted.set(url.pathname + url.search + url.hash, path)
    }
  }
  const broken: string[] = []
  const answers = new Map<string, Promise<Response>>()
  const ask = (address: string) => {
    const answer = answers.get(address) ?? get(address)
    answers.set(address, answer)
    return answer
  }
  for (const [address, from] of wanted) {
    const url = new URL(address, server.url)
    const page = pages.get(url.pathname)
    const response = page ? null : await ask(url.pathname + url.search)
    const isThere = !response || response.status === 200 || response.status === 302
    const id = decodeURIComponent(url.hash.slice(1))
    if (!isThere || (page && id && !page.getElementById(id))) broken.push(`${from} links to ${address}`)
  }
  expect(wanted.size).toBeGreaterThan(50)
  expect(broken).toEqual([])
})
