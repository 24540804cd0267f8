import { strToU8 } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { importSite } from '#app/features/cms/import/import.server.ts'
import { listRevisions } from '#app/features/cms/revisions.server.ts'
import { listCmsEntries, readCmsEntry } from '#app/features/cms/entries.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aUser, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'
import { zipOf } from '#tests/support/sites/sites.ts'

let it: TestApp
let editor: Context
beforeEach(async () => {
  it = await openTestApp(engineNames[0]!, { CONTENT_DIR: 'tests/support/sites/empty' })
  editor = (await signedIn(it, await aUser(it, { role: 'editor' }))).ctx
})
afterEach(() => it.close())

const run = (files: Record<string, string>, { publish = true, dryRun = false } = {}) => {
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))
  return importSite(editor, { file: zipOf(texts), publish, dryRun })
}
const description = 'A page of the folder that has a description of its own.'
const page = (title: string, body = 'Words.') =>
  `---\ntitle: "${title}"\ndescription: "${description}"\nupdated: "2026-01-01"\n---\n\n${body}\n`
const draft = (title: string) => `---\ntitle: "${title}"\n---\n\nNot finished.\n`

const folder = {
  'site.yaml': 'name: "Harbor"\n',
  'pages/about.mdx': page('About'),
  'drafts/pages/about.mdx': page('About us'),
  'drafts/pages/plan.mdx': draft('Plan'),
  'drafts/blog/idea.mdx': draft('Idea'),
  'redirects.yaml': '/old-about: /about\nold: /about\n',
}
const stored = async () => {
  const { entries } = await listCmsEntries(editor, { limit: 50, offset: 0 })
  return entries.map(({ path, title, status }) => `${path} ${title} ${status}`).sort()
}

test('drafts are never published, and a draft changes the published entry', async () => {
  const tried = await run(folder, { dryRun: true })
  const done = await run(folder)
  expect(done.counts).toEqual(tried.counts)
  expect(done.counts).toMatchObject({ created: 3, changed: 1, published: 1, refused: 0, redirects: 1 })
  expect(done.skipped).toEqual([
    { source: 'redirects.yaml', reason: 'line 2: old: Use a path of this site, such as /old-page.' },
    { source: 'site.yaml', reason: expect.stringContaining('Settings are not imported.') },
  ])
  expect(await stored()).toEqual(['/about About us published', '/blog/idea Idea draft', '/plan Plan draft'])
  const { contentIndex } = it.app
  expect(['/about', '/plan', '/blog/idea'].map((path) => contentIndex.find(path)?.title)).toEqual([
    'About',
    undefined,
    undefined,
  ])
  expect(contentIndex.redirectOf('/old-about')).toBe('/about')
})

test('a second import changes nothing, and a changed draft changes only the draft', async () => {
  await run(folder)
  const again = await run(folder)
  expect(again.counts).toMatchObject({ created: 0, changed: 0, unchanged: 4, published: 0 })
  const next = await run({ ...folder, 'drafts/pages/about.mdx': page('All about us') })
  expect(next.counts).toMatchObject({ created: 0, changed: 1, unchanged: 3, published: 0 })
  expect(await stored()).toContain('/about All about us published')
  expect(it.app.contentIndex.find('/about')?.title).toBe('About')
  await run({ ...folder, 'pages/about.mdx': page('About the harbor') })
  expect(await stored()).toContain('/about About us published')
  expect(it.app.contentIndex.find('/about')?.title).toBe('About the harbor')
})

test('without publishing, the published text is in the history of the draft', async () => {
  for (const counts of [{ created: 3, changed: 1 }, { unchanged: 4 }])
    expect((await run(folder, { publish: false })).counts).toMatchObject({ ...counts, published: 0 })
  const { entries } = await listCmsEntries(editor, { limit: 50, offset: 0 })
  const { type, id } = entries.find(({ path }) => path === '/about')!
  expect(await readCmsEntry(editor, { type, id })).toMatchObject({
    title: 'About us',
    status: 'draft',
    version: 2,
  })
  expect((await listRevisions(editor, { type, id, limit: 9, offset: 0 })).total).toBe(2)
})

test('a draft of a page that cannot be published is imported alone', async () => {
  const done = await run({ ...folder, 'pages/about.mdx': page('About', '# About') })
  expect(done.entries.map(({ source, outcome }) => [source, outcome])).toContainEqual([
    'drafts/pages/about.mdx',
    'created',
  ])
  expect(await stored()).toContain('/about About us draft')
})

test('a folder of mostly drafts is recognized, and a drafts folder of other sites too', async () => {
  const own = await run({
    'pages/a.mdx': page('A'),
    'drafts/pages/b.mdx': draft('B'),
    '_drafts/blog/c.md': draft('C'),
  })
  expect(own.format).toBe('jekyll')
  const mostly = await run({
    'pages/d.mdx': page('D'),
    'drafts/pages/e.mdx': draft('E'),
    'drafts/blog/f.mdx': draft('F'),
  })
  expect(mostly).toMatchObject({ format: 'folder', counts: { created: 3, published: 1 } })
  const others = await run({
    'g.md': '# G\n\nWords of a page.\n',
    'drafts/h.md': '# H\n\nWords of a draft.\n',
    'blog/drafts/2024-01-02-i.md': '# I\n\nWords of a draft.\n',
  })
  expect(others.format).toBe('markdown')
  expect(others.entries.map(({ path, publishes }) => [path, publishes])).toEqual([
    ['/blog/i', false],
    ['/h', false],
    ['/g', true],
  ])
})

test('redirects to other sites, queries and fragments are refused', async () => {
  const redirects = [
    { from: '/old', to: '/about' },
    { from: '/old2', to: 'https://evil.example' },
    { from: '/old3', to: '//evil.example/about' },
    { from: '/old4', to: '/about#team' },
    { from: '/old5', to: '/?page_id=3' },
    { from: '/old6', to: '#team' },
    { from: '/old7', to: '' },
  ]
  const done = await run({ 'redirects.json': JSON.stringify(redirects), 'pages/about.mdx': page('About') })
  const [own, ...others] = redirects
  const note = 'Use a path of this site without a query or fragment, such as /opening-hours.'
  expect(done.redirects).toEqual([
    { ...own, outcome: 'created', note: null },
    ...others.map((one) => ({ ...one, outcome: 'refused', note })),
  ])
  const targets = redirects.map(({ from }) => it.app.contentIndex.redirectOf(from))
  expect(targets).toEqual(['/about', ...others.map(() => undefined)])
})
