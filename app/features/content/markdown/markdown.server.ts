import { createDocument } from '@mixmark-io/domino'
import TurndownService from 'turndown'
import { stringify } from 'yaml'
import { restoreEscapes, normalizeHtml } from '#app/features/content/markdown/normalize-html.server.ts'
import { addBlocks, addInline, addTables } from '#app/features/content/markdown/turndown-rules.server.ts'

/**
 * Creates the converter from normalized HTML to GitHub Flavored Markdown, with custom rules where the default rules
 * lose content.
 */
export function createTurndown(): TurndownService {
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
      // Inside a word, an underscore has no meaning in Markdown, and identifiers should remain readable.
      .replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // A tilde between a space and a word is not escaped, because it could only open a strikethrough that is never
      // closed.
      .replace(/^\\(?=~)/, '')
      .replace(/(?<!\s)~|~(?![\p{L}\p{N}/])/gu, '\\~')
      .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
      .replace(/^#+$/, '\\$&')
  addTables(service)
  addBlocks(service)
  addInline(service)
  return service
}

/** `tokens` is an estimate: characters divided by four, rounded up. */
type Markdown = { markdown: string; title: string; tokens: number }

const turndown = createTurndown()

type Place = { url: string; siteUrl: string; siteName: string; isMissing?: boolean }

/**
 * Converts an HTML page to Markdown with front matter, an index link and an h1. Reads `<main id="pageContent">` without
 * `data-md="omit"` and throws if it is missing. `url` can be relative to `siteUrl`.
 */
export function pageToMarkdown(html: string, { url, siteUrl, siteName, isMissing = false }: Place): Markdown {
  const page = createDocument(essence(html))
  const main = page.querySelector('main#pageContent')
  const address = new URL(url, siteUrl).href
  if (!main) throw new Error(`the page ${address} has no <main id="pageContent">`)
  const attribute = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name) || undefined
  const canonical = attribute('link[rel="canonical"]', 'href') ?? address
  normalizeHtml(main, canonical)

  const whole = (page.title || main.querySelector('h1')?.textContent || '').trim()
  const suffix = ` · ${siteName}`
  const title = whole.endsWith(suffix) ? whole.slice(0, -suffix.length) : whole
  const tags = Array.from(page.querySelectorAll('meta[property="article:tag"]'), (tag) =>
    tag.getAttribute('content'),
  )
  const facts = {
    title,
    description: attribute('meta[name="description"]', 'content'),
    // The page for missing paths has no canonical URL.
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
 * Extracts the head and main elements, which make up at most half of a page. Also removes React's text separators and
 * code highlighting, which account for most elements.
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
