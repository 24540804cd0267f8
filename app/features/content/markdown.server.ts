import { createDocument } from '@mixmark-io/domino'
import { stringify } from 'yaml'
import { PIPE, tidy } from '#app/features/content/tidy.server.ts'
import { makeTurndown } from '#app/features/content/turndown.server.ts'

/** `tokens` is an estimate: a quarter of the characters, rounded up. */
export type Markdown = { markdown: string; title: string; tokens: number }

const SUFFIX = ' · Signpost'
const turndown = makeTurndown()

/**
 * Turns a whole HTML page into Markdown with YAML front matter and one first-level heading. What counts is inside
 * `<main id="content">`, without `data-md="omit"`. `url` is the page's address, absolute or below `siteUrl`; links
 * become absolute. Throws when the page has no such element.
 */
export function pageToMarkdown(html: string, { url, siteUrl }: { url: string; siteUrl: string }): Markdown {
  const page = createDocument(html)
  const main = page.querySelector('main#content')
  const address = new URL(url, siteUrl).href
  if (!main) throw new Error(`the page ${address} has no <main id="content">`)
  const attribute = (selector: string, name: string) =>
    page.querySelector(selector)?.getAttribute(name) || undefined
  const canonical = attribute('link[rel="canonical"]', 'href') ?? address
  tidy(main, canonical)

  const title = (page.title || main.querySelector('h1')?.textContent || '').trim().replace(SUFFIX, '')
  const facts = {
    title,
    description: attribute('meta[name="description"]', 'content'),
    canonical_url: canonical,
    last_updated: attribute('meta[property="article:modified_time"]', 'content'),
    lang: page.documentElement.getAttribute('lang') || 'en',
  }
  const head = stringify(facts, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
  const heading = main.querySelector('h1') ? '' : `# ${turndown.escape(title)}\n\n`
  const body = turndown.turndown(main as HTMLElement).replaceAll(PIPE, '\\|')
  const markdown = `---\n${head}---\n\n${heading}${body}\n`
  return { markdown, title, tokens: Math.ceil(markdown.length / 4) }
}
