import { englishMessages } from '#app/site/messages/messages.ts'
import { expect, test } from 'vitest'
import { pageGraph } from '#app/ui/layout/json-ld.ts'
import { breadcrumbsTo } from '#app/ui/layout/breadcrumbs-data.ts'
import { aSite } from '#tests/support/db/content.ts'

const site = { ...aSite(), siteUrl: 'https://site.example' }

const facts = {
  title: 'A title',
  description: 'What it is about.',
  path: '/blog/a',
  siteUrl: 'https://site.example',
}
const nodeOf = (graph: ReturnType<typeof pageGraph>, type: string) =>
  graph['@graph'].find((node) => node['@type'] === type) as Record<string, unknown> | undefined

test('a post says when and by whom, and refers to the site and the way', () => {
  const post = {
    ...facts,
    type: 'post' as const,
    published: '2026-11-01',
    updated: '2026-11-02',
    author: 'Ada',
    tags: ['x'],
  }
  const graph = pageGraph(post, breadcrumbsTo(post, englishMessages), site)
  expect(nodeOf(graph, 'BlogPosting')).toMatchObject({
    url: 'https://site.example/blog/a',
    headline: 'A title',
    description: 'What it is about.',
    datePublished: '2026-11-01',
    dateModified: '2026-11-02',
    author: { '@type': 'Person', name: 'Ada' },
    keywords: ['x'],
    inLanguage: 'en',
    isPartOf: { '@id': nodeOf(graph, 'WebSite')!['@id'] },
    publisher: { '@id': nodeOf(graph, 'Organization')!['@id'] },
    breadcrumb: { '@id': nodeOf(graph, 'BreadcrumbList')!['@id'] },
  })
  expect(nodeOf(graph, 'BreadcrumbList')!.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Blog', item: 'https://site.example/blog' },
    { '@type': 'ListItem', position: 2, name: 'A title', item: 'https://site.example/blog/a' },
  ])
})

test('the site’s own team is its organisation, not a person', () => {
  const graph = pageGraph({ ...facts, type: 'post', author: 'The Signpost team' }, [], site)
  expect(nodeOf(graph, 'BlogPosting')!.author).toEqual({
    '@type': 'Organization',
    name: 'The Signpost team',
    '@id': 'https://site.example/#organization',
  })
})

test('a document stands below its section, and a page at the top has no way', () => {
  expect(breadcrumbsTo({ type: 'doc', section: 'Get started' }, englishMessages)).toEqual([
    { href: '/docs', name: 'Docs' },
    { href: '/docs#get-started', name: 'Get started' },
  ])
  const graph = pageGraph(
    { ...facts, path: '/about', type: 'page' },
    breadcrumbsTo({ type: 'page' }, englishMessages),
    site,
  )
  expect(graph['@graph'].map((node) => node['@type'])).toEqual(['WebSite', 'Organization', 'WebPage'])
  expect(nodeOf(graph, 'WebPage')).not.toHaveProperty('breadcrumb')
})
