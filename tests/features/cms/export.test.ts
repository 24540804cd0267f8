import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Context } from '#app/context.server.ts'
import { fieldsOfFileAt, saveEntry } from '#app/features/cms/entries.server.ts'
import { exportAllEntries } from '#app/features/cms/export.server.ts'
import { archiveEntry, publishEntry, scheduleEntry } from '#app/features/cms/publishing.server.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { createRedirect } from '#app/features/content/store/redirects.server.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'
import { anEditor, anEntry, aPublishedEntry, changed } from '#tests/support/db/cms.ts'
import { aDrawing, anUpload } from '#tests/support/db/media.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

let it: TestApp
let editor: Context
let folder: Awaited<ReturnType<typeof temporaryFolder>>

const description = 'A page in the content folder that has a description of its own.'
const fileText = (title: string, more = '') =>
  `---\ntitle: "${title}"\ndescription: "${description}"\nupdated: "2026-01-01"\n${more}---\n\nFrom the file.\n`
const skill = '---\nname: tie-knots\ndescription: "How to tie the knots of this harbor."\n---\n\nSlowly.\n'

beforeAll(async () => {
  folder = await temporaryFolder()
  const files = {
    'pages/index.mdx': fileText('Home'),
    'pages/kept.mdx': fileText('Kept'),
    'pages/revised.mdx': fileText('Revised'),
    'pages/hidden.mdx': fileText('Hidden'),
    'docs/knots.mdx': fileText(
      'Knots',
      'section: "Site"\norder: 10\naliases: ["ropes"]\nappendix: true\nquestions: |\n  Which knot holds?\n',
    ),
    'skills/tie-knots/SKILL.md': skill,
    'site.yaml': 'name: "Harbor"\nhome: "/kept"\nlogo: "logo.svg"\n',
    'logo.svg': aDrawing(),
    'redirects.yaml': '/b-old: /kept\n',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), text)
  }
  it = await openTestApp(engineNames[0]!, { CONTENT_DIR: folder.path })
  editor = await anEditor(it)
})
afterAll(async () => {
  await it.close()
  await folder.remove()
})

async function exported(type?: EntryType): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const { path, content } of exportAllEntries(it.ctx(), { type }))
    files[path] = Buffer.from(content).toString()
  return files
}
const override = (slug: string, title: string) =>
  saveEntry(editor, {
    type: 'page',
    id: `file:${slug}`,
    version: 0,
    ...fieldsOfFileAt(editor, 'page', slug),
    title,
  })

test('the export of a folder has its files, settings, redirects, skills and images', async () => {
  const files = await exported()
  expect(Object.keys(files).sort()).toEqual([
    'docs/knots.mdx',
    expect.stringMatching(/^media\/[0-9a-f]{32}-40x30\.svg$/),
    'pages/hidden.mdx',
    'pages/index.mdx',
    'pages/kept.mdx',
    'pages/revised.mdx',
    'redirects.yaml',
    'site.yaml',
    'skills/tie-knots/SKILL.md',
  ])
  expect(files['pages/index.mdx']).toBe(fileText('Home'))
  expect(files['docs/knots.mdx']).toMatch(
    /\naliases:\n {2}- "ropes"\nappendix: true\nquestions: \|\n {2}Which knot holds\?\n/,
  )
  expect(files['skills/tie-knots/SKILL.md']).toBe(skill)
  expect(parse(files['site.yaml']!)).toEqual({
    name: 'Harbor',
    home: '/kept',
    logo: expect.stringMatching(/^\/media\/[0-9a-f]{32}-40x30\.svg$/),
  })
})

test('published texts are content files, and everything else is in drafts', async () => {
  await override('revised', 'Not published yet')
  await archiveEntry(editor, await publishEntry(editor, await override('hidden', 'Archived')))
  const page = await aPublishedEntry(editor, 'page', { slug: 'page', title: 'Published' })
  await saveEntry(editor, changed(page, { title: 'Unpublished change' }))
  const moved = await aPublishedEntry(editor, 'page', { slug: 'place', title: 'Place' })
  await saveEntry(editor, changed(moved, { slug: 'new-place' }))
  await aPublishedEntry(editor, 'post', { slug: 'post' })
  await anEntry(editor, 'post', { slug: 'idea', description: '', author: null, tags: [] })
  const { type, id, version } = await anEntry(editor, 'post', { slug: 'soon' })
  await scheduleEntry(editor, { type, id, version, scheduled_at: '2030-01-01T00:00:00Z' })
  const files = await exported()
  const entries = Object.keys(files).filter((path) => path.endsWith('.mdx'))
  expect(entries.sort()).toEqual([
    'blog/post.mdx',
    'docs/knots.mdx',
    'drafts/blog/idea.mdx',
    'drafts/blog/soon.mdx',
    'drafts/pages/hidden.mdx',
    'drafts/pages/new-place.mdx',
    'drafts/pages/page.mdx',
    'drafts/pages/revised.mdx',
    'pages/index.mdx',
    'pages/kept.mdx',
    'pages/page.mdx',
    'pages/place.mdx',
    'pages/revised.mdx',
  ])
  expect(files['pages/revised.mdx']).toBe(fileText('Revised'))
  expect(files['drafts/pages/revised.mdx']).toContain('title: "Not published yet"')
  expect(files['pages/page.mdx']).toContain('title: "Published"')
  expect(files['drafts/pages/page.mdx']).toContain('title: "Unpublished change"')
  expect(files['drafts/blog/idea.mdx']).toMatch(/^---\ntitle: .*\nupdated: .*\ntags: \[\]\n---\n/)
  expect(Object.keys(await exported('post')).sort()).toEqual(entries.filter((path) => /blog/.test(path)))
})

test('the settings of the console and redirects of both sources are exported', async () => {
  await createRedirect(editor, { from: '/c-old', to: '/kept' })
  await createRedirect(editor, { from: '/a-old', to: '/kept' })
  const { url } = await anUpload(it, aDrawing('<circle r="4"/>'))
  const settings = { tagline: 'News: from the "harbor"', icon: url, credit: false, language: 'de' }
  await saveSiteSettings(it.ctx(), { version: 0, settings })
  const files = await exported()
  expect(files['redirects.yaml']).toBe('/a-old: /kept\n/b-old: /kept\n/c-old: /kept\n')
  expect(parse(files['site.yaml']!)).toMatchObject({ name: 'Harbor', ...settings })
  expect(files[url.slice(1)]).toContain('<circle')
})
