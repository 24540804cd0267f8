import { templateNames } from '#app/features/content/store/site-content.ts'
import { siteName as siteNameSchema } from '#app/site/identity.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDocument } from '@mixmark-io/domino'
import { parse } from 'yaml'
import { z } from 'zod'
import { createRenderer } from '#app/features/content/render/render.server.tsx'
import { readContent } from '#app/features/content/store/content-index.server.ts'
import { defaultSiteNames, templateFiles } from '#app/features/starter/starter.server.ts'
import { writeTemplate } from '#app/features/starter/write-template.server.ts'
import { referenceKit } from '#app/openapi/reference/kit.server.tsx'
import { refusalOf } from '#tests/support/factories.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => void (folder = await temporaryFolder()))
afterEach(() => folder.remove())

const today = '2026-11-21'
/** Names that would break a file if they were not escaped. */
const names = [
  'My site',
  'A "quoted": name # 1',
  "O'Brien & <Sons> {x} *y* \\ `z`",
  '- [x](y) %',
  'Ü'.repeat(60),
]

const href = z.string().startsWith('/')
const link = z.strictObject({ label: z.string(), href })
const siteFile = z.strictObject({
  name: z.string(),
  tagline: z.string(),
  description: z.string().min(40).max(200),
  home: z.literal('default'),
  navigation: z.array(z.union([link, z.strictObject({ label: z.string(), items: z.array(link) })])),
})

/** Paths of the service that templates may link to. */
const served = ['/blog', '/docs', '/search', '/feed.xml', '/profile/data']

/** Reads a template as a server does, and renders every page. */
async function opened(template: (typeof templateNames)[number], siteName: string) {
  await writeTemplate({ folder: `${folder.path}/${template}`, template, siteName, today })
  const { files: entries } = await readContent(`${folder.path}/${template}`, [])
  const render = createRenderer(referenceKit)
  const pages = new Map<string, Document>()
  for (const entry of entries) pages.set(entry.path, createDocument(await render(entry)))
  const site = siteFile.parse(
    parse(templateFiles(template, { siteName, today }).find(({ path }) => path === 'site.yaml')!.text),
  )
  return { entries, pages, site }
}

describe.each(templateNames)('%s', (template) => {
  test('every file is valid and every body is rendered, whatever the name of the site', async () => {
    for (const [at, siteName] of names.entries()) {
      folder = at ? (await folder.remove(), await temporaryFolder()) : folder
      const { entries, pages, site } = await opened(template, siteName)
      expect(site.name).toBe(siteName)
      expect(entries.find(({ path }) => path === '/about')!.title).toContain(siteName)
      expect(pages.get('/privacy')!.body.textContent).toContain(`The owner of ${siteName} is [name or`)
      expect(entries.every(({ updated }) => updated === today)).toBe(true)
      for (const path of ['/', '/about', '/contact', '/privacy']) expect([...pages.keys()]).toContain(path)
      expect(entries.some(({ type, published }) => type === 'post' && published === today)).toBe(true)
    }
  })

  test('every link goes to a page of the template or of the service', async () => {
    const { pages, site } = await opened(template, 'My site')
    const links = [...pages].flatMap(([from, page]) =>
      [...page.querySelectorAll('a[href]')].map((a) => [from, a.getAttribute('href')!] as const),
    )
    const menus = [...site.navigation.flatMap((one) => ('items' in one ? one.items : [one]))]
    const all = [...links, ...menus.map((one) => ['site.yaml', one.href] as const)]
    const broken = all.filter(([from, to]) => {
      const { pathname, hash } = new URL(to, `http://localhost${from}`)
      if (served.includes(pathname)) return false
      // The form adds its heading to the page.
      const id =
        pathname === '/contact' && hash === '#write-a-message' ? '' : decodeURIComponent(hash.slice(1))
      const page = pages.get(pathname)
      return !page || (id !== '' && !page.getElementById(id))
    })
    expect(all.length).toBeGreaterThan(15)
    expect(broken).toEqual([])
    const linked = new Set(all.map(([from, to]) => new URL(to, `http://localhost${from}`).pathname))
    const alone = [...pages.keys()].filter((path) => path !== '/' && !path.startsWith('/blog/'))
    expect(alone.filter((path) => !linked.has(path))).toEqual([])
  })

  test('no text names the software, and no placeholder is left', () => {
    for (const { path, text } of templateFiles(template, { siteName: 'Harbour', today })) {
      expect(text, path).not.toMatch(/signpost/i)
      expect(text, path).not.toMatch(/\{\{|\}\}/)
    }
  })

  test('the default name is valid', () => {
    expect(siteNameSchema.parse(defaultSiteNames[template])).toBe(defaultSiteNames[template])
  })
})

test('an unknown template is refused with the names of all templates', async () => {
  const refusal = await refusalOf(async () => templateFiles('shop', { siteName: 'x', today }))
  expect([refusal.status, refusal.message]).toEqual([
    400,
    'There is no template with this name. Use one of: blank, docs, community.',
  ])
})

test.each(['', '  ', 'a\nb', 'x'.repeat(61), 'a\u2028b'])('the name %j is refused', (name) => {
  expect(siteNameSchema.safeParse(name).success).toBe(false)
})
