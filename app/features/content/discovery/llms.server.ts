import type { Context } from '#app/context.server.ts'
import { link, oneLine, outline } from '#app/features/content/discovery/outline.server.ts'
import { found } from '#app/errors.ts'
import { sections, type Entry, type Section } from '#app/features/content/schema.ts'
import { sectionHref } from '#app/ui/layout/breadcrumbs-data.ts'
import { markdownPath } from '#app/site/paths.ts'

/** Maximum length of the file, and the length reserved for links to pages that do not fit, in characters. */
const MAX_FULL_CHARACTERS = 2_000_000
const MAX_LINKS_CHARACTERS = 150_000

type Renderer = { markdown: (path: string) => Promise<string | null> }

/**
 * Returns `/llms-full.txt`: Markdown of pages, documents in reading order and posts, newest first, then links to
 * entries that do not fit. Stops at the first entry that does not fit. Public.
 */
export async function llmsFull(
  ctx: Pick<Context, 'contentIndex' | 'config'>,
  renderer: Renderer,
): Promise<string> {
  const { pages, sections: groups, posts } = await outline(ctx)
  const entries = [...pages, ...groups.flatMap(({ docs }) => docs), ...posts]
  return bundle(ctx, entries, fullIntroduction(ctx), renderer)
}

/** Returns the documentation group with a slug such as `operate`. */
export const groupOfSlug = (slug = ''): Section | undefined =>
  sections.find((name) => sectionHref(name) === slug)

/**
 * Returns `/docs/<group>/llms-full.txt`: Markdown of one documentation group. Public. Throws `NotFound` for unknown and
 * empty groups.
 */
export async function llmsOfGroup(
  ctx: Pick<Context, 'contentIndex' | 'config'>,
  { group }: { group: Section | undefined },
  renderer: Renderer,
): Promise<string> {
  const { name, docs } = found(
    (await outline(ctx)).sections.find((section) => section.name === group),
    'This documentation group does not exist.',
  )
  const { siteUrl } = ctx.config
  const intro = `# ${ctx.contentIndex.site.name}: ${name}\n\n> The documents in the “${name}” group of ${siteUrl}/docs, as Markdown. \`${siteUrl}/llms.txt\` lists all pages.\n`
  return bundle(ctx, docs, intro, renderer)
}

async function bundle(
  { config: { siteUrl } }: Pick<Context, 'config'>,
  entries: readonly Entry[],
  intro: string,
  { markdown }: Renderer,
): Promise<string> {
  const parts = [intro]
  const left: Entry[] = []
  let room = MAX_FULL_CHARACTERS - MAX_LINKS_CHARACTERS - intro.length
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

const fullIntroduction = ({ contentIndex, config: { siteUrl } }: Published) =>
  `# ${contentIndex.site.name}: all pages in one file

> The pages of ${siteUrl} as Markdown: first the pages, then the documentation, then the blog. A comment before each page has its URL. \`${siteUrl}/llms.txt\` is the short list.
`

function links(lines: string[], siteUrl: string) {
  const head = '\n<!-- More pages -->\n\nThese pages do not fit into this file:\n\n'
  const tail = `- [Every page](${siteUrl}/sitemap.md)\n`
  let room = MAX_LINKS_CHARACTERS - head.length - tail.length
  const end = lines.findIndex((line) => (room -= line.length) < 0)
  return head + (end < 0 ? lines : [...lines.slice(0, end), tail]).join('')
}

type Published = Pick<Context, 'contentIndex' | 'config'>
type LinkList = { heading: string; lines: string[] }

/** Returns a line that links to the file for each documentation group. */
function groupFiles(siteUrl: string, groups: readonly { name: string }[]): string {
  const files = groups.map(({ name }) => link(name, `${siteUrl}/docs/${sectionHref(name)}/llms-full.txt`))
  return files.length ? `- One file for each documentation group: ${files.join(', ')}.\n` : ''
}

/**
 * Maximum length of the file in characters. Graders expect at most 30,000 characters, so that the file fits into a
 * context window.
 */
const MAX_CHARACTERS = 29_000
const RECENT_POSTS = 10

/**
 * Returns `/llms.txt` (llmstxt.org): purpose and use of this site, and links to the Markdown of its pages by kind. The
 * file has at most 29,000 characters. Omitted pages are in the sitemap. Public.
 */
export async function llmsTxt(ctx: Published): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections: groups, posts, listings } = await outline(ctx)
  const line = ({ path, title, description }: Pick<Entry, 'path' | 'title' | 'description'>) =>
    `- ${link(title, siteUrl + markdownPath(path))}: ${oneLine(description || title)}\n`
  const all: LinkList[] = [
    ...groups.map(({ name, docs }) => ({ heading: `Documentation: ${name}`, lines: docs.map(line) })),
    { heading: 'Pages', lines: [...pages, ...listings.docs, ...listings.blog].map(line) },
    { heading: 'Blog', lines: posts.slice(0, RECENT_POSTS).map(line) },
    { heading: 'Optional', lines: posts.slice(RECENT_POSTS).map(line) },
  ].filter(({ lines }) => lines.length > 0)

  const head = introduction(ctx, groups)
  const more = (count: number) => `- ${link(`${count} more`, `${siteUrl}/sitemap.md`)}: see the sitemap.\n`
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
 * Keeps as many lines of each section as fit into `room`. Each section can use an equal share plus the unused space of
 * other sections.
 */
function allotLines(all: LinkList[], room: number): LinkList[] {
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

const introduction = (
  { contentIndex: { site, find }, config: { siteUrl } }: Published,
  groups: readonly { name: string }[],
) =>
  `# ${site.name}

> ${oneLine(site.description || find('/')?.description || 'A site for people and programs.')}

When to use this site: to find, read or quote its documentation, pages and posts, and to work with its API. Reading needs no account and no key.

How to read it:

- Each URL below is a page as clean Markdown. Without \`.md\` it is the page for people, which is Markdown too with \`Accept: text/markdown\`.
- Search with \`${siteUrl}/api/search?q=words\`. The response is JSON.
- Over the Model Context Protocol, connect to \`${siteUrl}/mcp\`. Its tools search and read the pages.
- \`${siteUrl}/sitemap.md\` lists every page. \`${siteUrl}/llms-full.txt\` has the full text of all pages. \`${siteUrl}/feed.xml\` is the feed of posts.
${groupFiles(siteUrl, groups)}- \`${siteUrl}/api/openapi.json\` describes the API. \`${siteUrl}/.well-known/agent-skills/index.json\` has step-by-step skills for agents.
- Cite the \`canonical_url\` of a page. \`${siteUrl}/robots.txt\` states permitted uses of the text.
`
