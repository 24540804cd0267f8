import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import {
  type Address,
  allAddresses,
  link,
  oneLine,
  outline,
} from '#app/features/content/discovery/outline.server.ts'
import { siteName } from '#app/site/site.ts'

/**
 * The sitemap for those who read Markdown: every public page by kind, with what it is about and the day of its last
 * change. Open to everyone.
 */
export async function sitemapMarkdown(ctx: Pick<Context, 'contentIndex' | 'config'>): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections, posts, listings } = await outline(ctx)
  const count = allAddresses(ctx.contentIndex.entries).length
  const line = ({ path, title, description, updated }: Address) =>
    `- ${link(title, new URL(path, siteUrl).href)}: ${oneLine(description)} (${updated})`
  const parts = [
    { heading: '## Pages', addresses: pages },
    { heading: '## Documentation', addresses: listings.docs },
    ...sections.map(({ name, docs }) => ({ heading: `### ${name}`, addresses: docs })),
    { heading: '## Blog', addresses: [...listings.blog, ...posts] },
    { heading: '### Tags', addresses: listings.tags },
  ]
  return [
    `# Sitemap of ${siteName}`,
    `> ${count === 1 ? 'The one public page' : `All ${count} public pages`} of ${siteUrl}, each with the day of its last change. ` +
      'Add `.md` to an address, or send `Accept: text/markdown`, to read the page as Markdown.',
    ...parts
      .filter(({ addresses }) => addresses.length > 0)
      .map(({ heading, addresses }) => `${heading}\n\n${addresses.map(line).join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n')
}

type Published = Pick<Context, 'contentIndex' | 'config'>

/** As many addresses as one file may have (sitemaps.org 0.9). */
const MAX_URLS_PER_FILE = 50_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * The sitemap of every entry and listing, each with the day it last changed. Past 50,000 addresses it is an index of
 * `/sitemaps/<n>.xml`, each with the newest day of what it lists. Open to everyone.
 */
export async function sitemapXml({ contentIndex, config }: Published): Promise<string> {
  const parts = sitemapParts(contentIndex.entries)
  if (parts.length <= 1) return urlset(parts[0] ?? [], config.siteUrl)
  const items = parts.map((part, index) => {
    const newest = part.reduce((latest, { updated }) => (updated > latest ? updated : latest), '')
    return item('sitemap', `${config.siteUrl}/sitemaps/${index + 1}.xml`, newest)
  })
  return document('sitemapindex', items)
}

/**
 * The part of the sitemap that is `<n>.xml`, counted from 1. Open to everyone. Throws `NotFound`, also while one file
 * suffices.
 */
export async function sitemapPart({ contentIndex, config }: Published, { name }: { name: string }) {
  const number = /^([1-9]\d{0,4})\.xml$/.exec(name)?.[1]
  const parts = number ? sitemapParts(contentIndex.entries) : []
  const part = parts.length > 1 ? parts[Number(number) - 1] : undefined
  if (!part) throw new NotFound('The sitemap has no such part. Begin with /sitemap.xml.')
  return urlset(part, config.siteUrl)
}

function sitemapParts(entries: Context['contentIndex']['entries']) {
  const addresses = allAddresses(entries)
  const parts: Address[][] = []
  for (let start = 0; start < addresses.length; start += MAX_URLS_PER_FILE)
    parts.push(addresses.slice(start, start + MAX_URLS_PER_FILE))
  return parts
}

const urlset = (addresses: Address[], siteUrl: string) =>
  document(
    'urlset',
    addresses.map(({ path, updated }) => item('url', new URL(path, siteUrl).href, updated)),
  )

const document = (root: string, items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${items.join('')}</${root}>\n`

const item = (name: string, address: string, lastmod: string) =>
  `  <${name}><loc>${escapeXml(address)}</loc><lastmod>${lastmod}</lastmod></${name}>\n`

const escapeXml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&apos;',
  )
