import { createDocument } from '@mixmark-io/domino'
import TurndownService from 'turndown'
import { stringify } from 'yaml'
import { restoreEscapes, normalizeHtml } from '#app/features/content/markdown/normalize-html.server.ts'
import { addBlocks, addInline, addTables } from '#app/features/content/markdown/turndown-rules.server.ts'

/** The converter from tidied HTML to GitHub Flavored Markdown, with our rules where the stock ones lose something. */
function makeTurndown(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    br: '\\',
  })
  const escape = service.escape.bind(service)
  service.escape = (text) =>
    escape(text)
      // Inside a word an underscore means nothing, and names of things should stay readable.
      .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // One between a space and a word could only begin what nothing ends.
      .replace(/^\\(?=~)/, '')
      .replace(/(?<!\s)~|~(?![\p{L}\p{N}/])/gu, '\\~')
      .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
      .replace(/^#+$/, '\\$&')
  addTables(service)
  addBlocks(service)
  addInline(service)
  return service
}

/** `tokens` is an estimate: a quarter of the characters, rounded up. */
type Markdown = { markdown: string; title: string; tokens: number }

const SUFFIX = ' · Signpost'
const turndown = makeTurndown()

type Place = { url: string; siteUrl: string; isMissing?: boolean }

/**
 * Turns a whole HTML page into Markdown with YAML front matter, a line that leads to the index of all pages, and one
 * first-level heading. What counts is inside `<main id="content">`, without `data-md="omit"`. `url` is the page's
 * address, absolute or below `siteUrl`; links become absolute. Throws when the page has no such element.
 */
export function pageToMarkdown(html: string, { url, siteUrl, isMissing = false }: Place): Markdown {
  const page = createDocument(essence(html))
  const main = page.querySelector('main#content')
  const address = new URL(url, siteUrl).href
  if (!main) throw new Error(`the page ${address} has no <main id="content">`)
  const attribute = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name) || undefined
  const canonical = attribute('link[rel="canonical"]', 'href') ?? address
  normalizeHtml(main, canonical)

  const title = (page.title || main.querySelector('h1')?.textContent || '').trim().replace(SUFFIX, '')
  const tags = Array.from(page.querySelectorAll('meta[property="article:tag"]'), (tag) =>
    tag.getAttribute('content'),
  )
  const facts = {
    title,
    description: attribute('meta[name="description"]', 'content'),
    // A page for all missing paths belongs to none of them.
    canonical_url: isMissing ? undefined : canonical,
    last_updated: attribute('meta[property="article:modified_time"]', 'content'),
    tags: tags.length ? tags : undefined,
    lang: page.documentElement.getAttribute('lang') || 'en',
  }
  const head = stringify(facts, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
  const index = `> Index of all pages: ${new URL('/llms.txt', siteUrl).href}`
  const heading = main.querySelector('h1') ? '' : `# ${turndown.escape(title)}\n\n`
  const body = restoreEscapes(turndown.turndown(main as HTMLElement))
  const markdown = `---\n${head}---\n\n${index}\n\n${heading}${body}\n`
  return { markdown, title, tokens: Math.ceil(markdown.length / 4) }
}

/**
 * The head and the main part, which are the half of a page or less. Left out as well are what React puts between two
 * texts, and the colours of code, which are most of the elements of a page.
 */
function essence(html: string) {
  const head = html.indexOf('<body')
  const main = html.indexOf('<main')
  const end = html.lastIndexOf('</main>')
  if (head < 0 || main < head || end < main) return html
  const content = html
    .slice(main, end)
    .replaceAll('<!-- -->', '')
    .replace(/<pre class="code"[\s\S]*?<\/pre>/g, (code) => code.replace(/<\/?span[^>]*>/g, ''))
  return `${html.slice(0, head)}<body>${content}</main></body></html>`
}
