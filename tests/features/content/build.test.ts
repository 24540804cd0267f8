import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildContent } from '#app/features/content/store/build.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { builtReference, referencePages } from '#app/openapi/reference/reference.server.ts'
import { openContentIndex } from '#app/features/content/store/content-index.server.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let place: { contentDir: string; folder: string; version: string; kit: typeof referenceKit; made: [] }

beforeEach(async () => {
  folder = await temporaryFolder()
  place = {
    contentDir: join(folder.path, 'content'),
    folder: join(folder.path, 'built'),
    version: 'one',
    kit: referenceKit,
    made: [],
  }
  await mkdir(join(place.contentDir, 'pages'), { recursive: true })
  await page('index', 'Hello.')
})
afterEach(() => folder.remove())

const front = `title: "T"\ndescription: "A description that is long enough to be taken."\nupdated: "2026-01-01"`
const page = (name: string, body: string) =>
  writeFile(join(place.contentDir, 'pages', `${name}.mdx`), `---\n${front}\n---\n\n${body}\n`)
const bodies = async () => (await readdir(place.folder)).filter((name) => name.endsWith('.html')).sort()

test('a server of the same version finds the bodies of the build and renders none', async () => {
  await buildContent(place)
  const [name] = await bodies()
  const file = join(place.folder, name!)
  const html = '<p>Hello.</p>'
  expect((await readFile(file, 'utf8')).startsWith(html)).toBe(true)
  const library = openContentIndex({
    contentDir: place.contentDir,
    shelves: { built: place.folder, cache: join(folder.path, 'cache') },
    version: place.version,
    log: { warn: () => {} },
    kit: referenceKit,
  })
  await library.reload()
  expect(await library.html(library.find('/')!)).toBe(html)
  await expect(readdir(join(folder.path, 'cache'))).rejects.toThrow('ENOENT')
  await library.close()
})

test('a build leaves what is still right and removes what is no longer used', async () => {
  await page('about', 'About.')
  await buildContent(place)
  const before = await bodies()
  await page('about', 'About us.')
  await buildContent(place)
  const after = await bodies()
  expect([before.length, after.length, before.filter((name) => after.includes(name)).length]).toEqual([
    2, 2, 1,
  ])
  await buildContent({ ...place, version: 'two' })
  expect((await bodies()).filter((name) => after.includes(name))).toEqual([])
})

test('a version reads the reference that its build kept, and makes it if there is none', async () => {
  const made = referencePages().slice(0, 1)
  await buildContent({ ...place, made })
  expect(await builtReference(place.folder, 'one')).toEqual(made)
  expect(await builtReference(place.folder, 'two')).toBe(referencePages())
  await buildContent({ ...place, made, version: 'two' })
  expect((await readdir(place.folder)).filter((name) => name.endsWith('.json'))).toEqual([
    'reference-two.json',
  ])
})

test.each([
  [
    'updated: "2026-01-01"',
    'updated: "soon"',
    'content/pages/wrong.mdx:4: updated: Enter a date such as 2026-11-21.',
  ],
  ['title: "T"', 'titel: "T"', 'content/pages/wrong.mdx:2: titel is not a known field'],
  ['Words.', '<Nothing />', 'content/pages/wrong.mdx:7: '],
  ['Words.', 'Words.\n\n<Callout>', 'content/pages/wrong.mdx:9: '],
])('%s as %s stops the build with file, line and reason', async (right, wrong, reason) => {
  const text = `---\n${front}\n---\n\nWords.\n`
  await writeFile(join(place.contentDir, 'pages', 'wrong.mdx'), text.replace(right, wrong))
  const message = await buildContent(place).catch((error: Error) => error.message)
  expect(message).toContain(reason)
})
