import type { Context } from '#app/context.server.ts'
import { link, oneLine, outline } from '#app/features/content/discovery/outline.server.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { markdownPath } from '#app/site/paths.ts'
import { siteName } from '#app/site/site.ts'

/** In characters: of the whole file, and of what is kept free in it for the links to pages that did not fit. */
const MAX_FULL_CHARACTERS = 1_500_000
const MAX_LINKS_CHARACTERS = 150_000

/**
 * `/llms-full.txt`: the Markdown of the pages, then of the documents in reading order, then of the posts, newest first,
 * as their twins have it. At most 1,500,000 characters: pages are taken until the next one does not fit, and the others
 * are named by links, the last of them by the sitemap. `markdown` gives the Markdown of a page, or null when it has none;
 * it is not asked for more than one page too many. Open to everyone.
 */
export async function llmsFull(
  ctx: Pick<Context, 'contentIndex' | 'config'>,
  { markdown }: { markdown: (path: string) => Promise<string | null> },
): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections, posts } = await outline(ctx)
  const entries = [...pages, ...sections.flatMap(({ docs }) => docs), ...posts]
  const parts = [fullIntroduction(siteUrl)]
  const left: typeof entries = []
  let room = MAX_FULL_CHARACTERS - MAX_LINKS_CHARACTERS - parts[0]!.length
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

const fullIntroduction = (siteUrl: string) =>
  `# ${siteName}: all pages in one file

> The pages of ${siteUrl} as Markdown, one after the other: first the pages, then the documentation, then the blog. A comment with the address stands before each. \`${siteUrl}/llms.txt\` is the short list.
`

function links(lines: string[], siteUrl: string) {
  const head = '\n<!-- More pages -->\n\nThese pages did not fit into this file:\n\n'
  const tail = `- [Every page](${siteUrl}/sitemap.md)\n`
  let room = MAX_LINKS_CHARACTERS - head.length - tail.length
  const end = lines.findIndex((line) => (room -= line.length) < 0)
  return head + (end < 0 ? lines : [...lines.slice(0, end), tail]).join('')
}

type Published = Pick<Context, 'contentIndex' | 'config'>
type Section = { heading: string; lines: string[] }

/** In characters. Graders of such files want 30,000 at most, so that one fits into a context with room to spare. */
const MAX_CHARACTERS = 29_000
const RECENT_POSTS = 10

/**
 * `/llms.txt` (llmstxt.org): what this site is, when and how to use it, and its pages by kind with the address of each
 * one's Markdown. At most 29,000 characters: what does not fit is to be found through the sitemap. Open to everyone.
 */
export async function llmsTxt(ctx: Published): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections, posts, listings } = await outline(ctx)
  const line = ({ path, title, description }: Pick<Entry, 'path' | 'title' | 'description'>) =>
    `- ${link(title, siteUrl + markdownPath(path))}: ${oneLine(description)}\n`
  const all: Section[] = [
    ...sections.map(({ name, docs }) => ({ heading: `Documentation: ${name}`, lines: docs.map(line) })),
    { heading: 'Pages', lines: [...pages, ...listings.docs, ...listings.blog].map(line) },
    { heading: 'Blog', lines: posts.slice(0, RECENT_POSTS).map(line) },
    { heading: 'Optional', lines: posts.slice(RECENT_POSTS).map(line) },
  ].filter(({ lines }) => lines.length > 0)

  const head = introduction(siteUrl, ctx.contentIndex.find('/')?.description)
  const more = (count: number) =>
    `- ${link(`${count} more`, `${siteUrl}/sitemap.md`)}: they stand in the sitemap.\n`
  const fixed = all.reduce(
    (sum, { heading, lines }) => sum + heading.length + 5 + more(lines.length).length,
    0,
  )
  const body = allotLines(all, MAX_CHARACTERS - head.length - fixed).map(({ heading, lines }, index) => {
    const left = all[index]!.lines.length - lines.length
    return `\n## ${heading}\n\n${lines.join('')}${left ? more(left) : ''}`
  })
  return head + body.join('')
}

/**
 * Keeps as many lines of each section as `room` characters allow. Each is sure of an equal part; what one does not need,
 * those before it may use.
 */
function allotLines(all: Section[], room: number): Section[] {
  const part = Math.floor(room / all.length)
  const reserved = all.map(({ lines }) => Math.min(part, lines.join('').length))
  let sure = reserved.reduce((sum, size) => sum + size, 0)
  let left = room
  return all.map(({ heading, lines }, index) => {
    sure -= reserved[index]!
    const kept: string[] = []
    for (const line of lines) {
      if (line.length > left - sure) break
      left -= line.length
      kept.push(line)
    }
    return { heading, lines: kept }
  })
}

const introduction = (siteUrl: string, description = 'A site that people and programs can both read.') =>
  `# ${siteName}

> ${oneLine(description)}

When to use this site: to find, read or quote its documentation, its pages and its posts, and to work with its API. Reading needs no account and no key.

How to read it:

- Each address below is a page as clean Markdown. Without \`.md\` at its end it is the page for people, which is Markdown too when you send \`Accept: text/markdown\`.
- Find a page by words with \`${siteUrl}/api/search?q=words\`. The answer is JSON.
- Every page by kind is in \`${siteUrl}/sitemap.md\`, their text in one file in \`${siteUrl}/llms-full.txt\`, news in \`${siteUrl}/feed.xml\`.
- The API is described in \`${siteUrl}/api/openapi.json\`; what an agent can do here, step by step, in \`${siteUrl}/.well-known/agent-skills/index.json\`.
- Cite the \`canonical_url\` of a page. \`${siteUrl}/robots.txt\` says what may be done with the text.
`
