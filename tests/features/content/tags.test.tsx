import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { pageToMarkdown } from '#app/features/content/markdown/markdown.server.ts'
import { Article } from '#app/features/content/ui/article.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { pageMeta } from '#app/ui/layout/page-meta.ts'
import { aSite } from '#tests/support/db/content.ts'
import { PostList } from '#app/features/content/ui/post-list.tsx'

const siteUrl = 'https://site.example'
const post = {
  path: '/blog/first',
  title: 'First',
  description: 'The first post of all.',
  published: '2026-11-21',
  updated: '2026-11-21',
}
const convert = (head: string, body: string) =>
  pageToMarkdown(`<html lang="en"><head><title>T</title>${head}</head><body>${body}</body></html>`, {
    url: '/blog/first',
    siteUrl,
    siteName: 'A site',
  }).markdown

const pageOf = (tags: string[], html = '<p>Text.</p>') => {
  const metas = pageMeta({ ...post, tags, type: 'post' }, [{ id: 'root', data: { siteUrl, site: aSite() } }])
    .filter((one) => 'property' in one)
    .map((one, index) => <meta key={index} {...(one as object)} />)
  const none = { docs: [], crumbs: [], headings: [], previous: null, next: null }
  const article = <Article {...post} {...none} type="post" tags={tags} html={html} />
  return convert(renderToStaticMarkup(<>{metas}</>), renderToStaticMarkup(article))
}

test('a post names its tags in the front matter and in a line', () => {
  const markdown = pageOf(['news', 'how-to'])
  expect(markdown).toContain('\ntags:\n  - "news"\n  - "how-to"\n')
  expect(markdown).toMatch(
    /\n\nTags: \[news\]\(https:\/\/site\.example\/blog\/tags\/news\) ?, \[how-to\]\(https:\/\/site\.example\/blog\/tags\/how-to\)\n$/,
  )
})

test('a post without tags says nothing of them', () => expect(pageOf([])).not.toMatch(/tags:/i))

test('a list of posts names the tags of each post', () => {
  const posts = [
    { ...post, tags: ['news'] },
    { ...post, path: '/blog/second', title: 'Second', tags: [] },
    { ...post, path: '/blog/third', title: 'Third', tags: ['news', 'agents'] },
  ]
  const list = (
    <Main>
      <PostList posts={posts} />
    </Main>
  )
  const parts = convert('', renderToStaticMarkup(list)).split(/^## /m).slice(1)
  expect(parts.map((part) => [...part.matchAll(/\/blog\/tags\/([\w-]+)\)/g)].map(([, tag]) => tag))).toEqual([
    ['news'],
    [],
    ['news', 'agents'],
  ])
  expect(parts.map((part) => /^Tags: \[/m.test(part))).toEqual([true, false, true])
})

test('a description that begins the text is not shown twice', () => {
  const begins = (html: string) => pageOf([], html).split('\n---\n')[1]!.split('The first').length - 1
  expect(begins('<p>Hello. The first post of all.</p>')).toBe(2)
  expect(begins('<p>The <em>first</em> post of all. It is short.</p>')).toBe(0)
})
