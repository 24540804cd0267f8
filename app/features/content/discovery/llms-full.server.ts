import type { Context } from '#app/context.server.ts'
import { link, outline } from '#app/features/content/discovery/outline.server.ts'
import { markdownPath } from '#app/site/paths.ts'
import { siteName } from '#app/site/site.ts'

/** In characters: of the whole file, and of what is kept free in it for the links to pages that did not fit. */
const MOST = 1_500_000
const MOST_LINKS = 150_000

/**
 * `/llms-full.txt`: the Markdown of the pages, then of the documents in reading order, then of the posts, newest first,
 * as their twins have it. At most 1,500,000 characters: pages are taken until the next one does not fit, and the others
 * are named by links, the last of them by the sitemap. `markdown` gives the Markdown of a page, or null when it has none;
 * it is not asked for more than one page too many. Open to everyone.
 */
export async function llmsFull(
  ctx: Pick<Context, 'library' | 'config'>,
  { markdown }: { markdown: (path: string) => Promise<string | null> },
): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections, posts } = await outline(ctx)
  const entries = [...pages, ...sections.flatMap(({ docs }) => docs), ...posts]
  const parts = [introduction(siteUrl)]
  const left: typeof entries = []
  let room = MOST - MOST_LINKS - parts[0]!.length
  for (const [index, entry] of entries.entries()) {
    const text = await markdown(entry.path)
    const part = text === null ? null : `\n<!-- ${siteUrl}${markdownPath(entry.path)} -->\n\n${text}`
    if (part === null) {
      left.push(entry)
    } else if (part.length > room) {
      left.push(...entries.slice(index))
      break
    } else {
      parts.push(part)
      room -= part.length
    }
  }
  if (left.length) {
    const lines = left.map(({ path, title }) => `- ${link(title, siteUrl + markdownPath(path))}\n`)
    parts.push(links(lines, siteUrl))
  }
  return parts.join('')
}

const introduction = (siteUrl: string) =>
  `# ${siteName}: all pages in one file

> The pages of ${siteUrl} as Markdown, one after the other: first the pages, then the documentation, then the blog. A comment with the address stands before each. \`${siteUrl}/llms.txt\` is the short list.
`

function links(lines: string[], siteUrl: string) {
  const head = '\n<!-- More pages -->\n\nThese pages did not fit into this file:\n\n'
  const tail = `- [Every page](${siteUrl}/sitemap.md)\n`
  let room = MOST_LINKS - head.length - tail.length
  const end = lines.findIndex((line) => (room -= line.length) < 0)
  return head + (end < 0 ? lines : [...lines.slice(0, end), tail]).join('')
}
