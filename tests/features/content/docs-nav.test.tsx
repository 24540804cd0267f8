import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { neighbours } from '#app/features/content/content.server.ts'
import { docLinkOf, DocsNav } from '#app/features/content/ui/docs-nav.tsx'
import { referencePages } from '#app/openapi/reference/reference.server.ts'
import { anEntry, publishing } from '#tests/support/db/content.ts'

const doc = (slug: string, section: 'Site' | 'Trust' | 'Reference', order: number, appendix?: true) =>
  anEntry({ type: 'doc', slug, section, order, ...(appendix ? { appendix } : {}) })

const site = publishing([
  doc('asvs', 'Trust', 1, true),
  doc('security', 'Trust', 3),
  doc('markdown', 'Site', 2),
  doc('performance', 'Reference', 610),
  ...referencePages().filter(({ type }) => type === 'doc'),
])
const { find } = site.contentIndex
const docs = site.contentIndex.list('doc').map(docLinkOf)

/** The sidebar beside a document, without the copy for narrow screens. */
const sidebarOf = (current: string) =>
  renderToStaticMarkup(<DocsNav docs={docs} current={current} />).split('</nav>')[0]!
const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!)
const openGroups = (html: string) =>
  [...html.matchAll(/<details[^>]* open=""[^>]*><summary[^>]*>([^<]+)</g)].map(([, name]) => name)

test('the guide has its groups, and only that of the current document is open', () => {
  const html = sidebarOf('/docs/security')
  expect(linksIn(html)).toEqual([
    ...['/docs/markdown', '/docs/api'],
    ...['/docs/markdown', '/docs/security', '/docs/asvs'],
  ])
  expect(openGroups(html)).toEqual(['Trust'])
  expect(openGroups(sidebarOf('/docs/asvs'))).toEqual(['Trust', 'Appendix'])
  expect(html).toMatch(/aria-current="page"[^>]*>The title of security</)
})

test('the reference is listed in reading order, with short names', () => {
  const html = sidebarOf('/docs/api/profile')
  const listed = linksIn(html).slice(2)
  const read = []
  for (let path: string | undefined = '/docs/api'; path;) {
    read.push(path)
    path = neighbours(site, find(path)!).next?.path
  }
  expect([listed[0], listed.at(-1)]).toEqual(['/docs/api', '/docs/performance'])
  expect(listed).toEqual(read)
  expect(openGroups(html)).toEqual(['Site API'])
  expect(html).toMatch(/aria-current="page"[^>]*>Profile</)
})

test('previous and next stay in the guide, and the appendix is last', () => {
  const around = (slug: string) => {
    const { previous, next } = neighbours(site, find(`/docs/${slug}`)!)
    return [previous?.slug, next?.slug]
  }
  expect(around('security')).toEqual(['markdown', 'asvs'])
  expect(around('asvs')).toEqual(['security', undefined])
})
