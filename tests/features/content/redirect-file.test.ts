import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkContent } from '#app/features/content/store/publish-files.server.ts'
import {
  MAX_REDIRECT_BYTES,
  mergeRedirects,
  parseRedirects,
} from '#app/features/content/store/redirect-file.server.ts'
import { createRedirect, deleteRedirect } from '#app/features/content/store/redirects.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const pages = new Set(['/about'])
const reasons = (source: string) =>
  parseRedirects(source, pages).problems.map(({ line, reason }) => `${line}: ${reason}`)

test('a map of former paths is read, with comments and quotes', () => {
  const source = '# Former paths\n/Old_Page.html: /about\n"/gone": "/"\n/x: /New\n'
  expect(parseRedirects(source, pages)).toEqual({
    redirects: new Map([
      ['/Old_Page.html', '/about'],
      ['/gone', '/'],
      ['/x', '/new'],
    ]),
    problems: [],
  })
  for (const empty of ['', '\n# Nothing yet\n']) expect(reasons(empty)).toEqual([])
})

test.each([
  ['/a: /b\nold: /b\n', ['2: old: Use a path of this site, such as /old-page.']],
  ['/a: https://example.com/\n', [expect.stringMatching(/^1: \/a: \w/)]],
  ['/a: [1]\n', [expect.stringMatching(/^1: \/a: \w/)]],
  ['[1]: /a\n', ['1: from: Use a path of this site, such as /old-page.']],
  ['\n/api/health: /b\n', [expect.stringMatching(/^2: \/api\/health: This path is reserved/)]],
  ['/a: /b\n/a: /c\n', ['2: /a: use each path once']],
  ['/About: /b\n', ['1: /About: there is a page at this path']],
  [
    '/z: /b\n/b: /c\n/c: /b\n',
    ['2: /b: this redirect is part of a loop', '3: /c: this redirect is part of a loop'],
  ],
  ['/a: /a\n', ['1: /a: this redirect is part of a loop']],
  ['- /a\n', ['1: use lines such as /old-page: /new-page']],
  ['/a: &x /b\n', ['1: anchors and aliases are not allowed']],
  ['/a: "\n', [expect.stringMatching(/^\d: Missing closing/)]],
])('%j is refused with its line', (source, expected) => {
  expect(reasons(source)).toEqual(expected)
})

test('10,000 redirects are read, and no more', () => {
  const many = (count: number) =>
    stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`/old/${n}`, `/old/${n + 1}`])))
  expect(parseRedirects(many(10_000)).redirects.size).toBe(10_000)
  expect(reasons(many(10_001))).toEqual(['1: use at most 10,000 redirects'])
  expect(reasons('a: b\n'.repeat(1_000))).toHaveLength(100)
})

test('stored redirects win, and a redirect of the file never closes a loop', () => {
  const file = new Map([
    ['/a', '/b'],
    ['/c', '/d'],
    ['/e', '/f'],
  ])
  const stored = new Map([
    ['/b', '/a'],
    ['/c', '/x'],
  ])
  expect([...mergeRedirects(stored, file)].sort()).toEqual([
    ['/b', '/a'],
    ['/c', '/x'],
    ['/e', '/f'],
  ])
})

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let it: TestApp
const write = (text: string) => writeFile(join(folder.path, 'redirects.yaml'), text)
beforeAll(async () => {
  folder = await temporaryFolder()
  await mkdir(join(folder.path, 'pages'))
  const head = 'title: "About"\ndescription: "A page that is about something, as its title says."'
  await writeFile(
    join(folder.path, 'pages/about.mdx'),
    `---\n${head}\nupdated: "2026-01-01"\n---\n\nWords.\n`,
  )
  await writeFile(join(folder.path, 'site.yaml'), 'navigation:\n  - label: "Old"\n    href: "/old"\n')
  await write('/old: /about\n')
  it = await openTestApp(engineNames[0]!, { CONTENT_DIR: folder.path })
})
afterAll(async () => {
  await it.close()
  await folder.remove()
})

test('the file redirects, links can use it, and the database wins', async () => {
  const { contentIndex } = it.app
  expect(contentIndex.redirectOf('/old')).toBe('/about')
  expect(await checkContent(it.ctx())).toMatchObject({ entries: 2 })
  await createRedirect(it.ctx(), { from: '/old', to: '/blog' })
  expect(contentIndex.redirectOf('/old')).toBe('/blog')
  await deleteRedirect(it.ctx(), { from: '/old' })
  expect(contentIndex.redirectOf('/old')).toBe('/about')
})

test('a changed file changes the digest, and a wrong file changes nothing', async () => {
  const { contentIndex } = it.app
  const { digest } = contentIndex
  await write('/old: /about\n/older: /about\n')
  expect(await contentIndex.reload()).toBe(true)
  expect(contentIndex.digest).not.toBe(digest)
  await write('/old: /about\n/about: /\n')
  const reason = 'content/redirects.yaml:2: /about: there is a page at this path'
  await expect(contentIndex.reload()).rejects.toThrow(reason)
  expect([contentIndex.trouble, contentIndex.redirectOf('/older')]).toEqual([reason, '/about'])
  await write('x'.repeat(MAX_REDIRECT_BYTES + 1))
  await expect(contentIndex.reload()).rejects.toThrow(
    'content/redirects.yaml:1: the file is larger than 4 MiB',
  )
  await rm(join(folder.path, 'redirects.yaml'))
  await expect(contentIndex.reload()).rejects.toThrow('there is no page at /old')
})
