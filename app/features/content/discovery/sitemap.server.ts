import type { Context } from '#app/context.server.ts'
import { NotFound } from '#app/errors.ts'
import {
  type Address,
  allAddresses,
  link,
  oneLine,
  outline,
} from '#app/features/content/discovery/outline.server.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Returns the sitemap as Markdown: every public page by kind, with its description and last change. Public. */
export async function sitemapMarkdown(ctx: Pick<Context, 'contentIndex' | 'config'>): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections, posts, listings } = await outline(ctx)
  const count = allAddresses(ctx.contentIndex.entries).length
  const line = ({ path, title, description, updated }: Address) =>
    `- ${link(title, new URL(path, siteUrl).href)}: ${oneLine(description || title)} (${updated})`
  const parts = [
    { heading: '## Pages', addresses: pages },
    { heading: '## Documentation', addresses: listings.docs },
    ...sections.map(({ name, docs }) => ({ heading: `### ${name}`, addresses: docs })),
    { heading: '## Blog', addresses: [...listings.blog, ...posts] },
    { heading: '### Tags', addresses: listings.tags },
  ]
  return [
    `# Sitemap of ${ctx.contentIndex.site.name}`,
    `> ${count === 1 ? 'The only public page' : `All ${formatInteger(count)} public pages`} of ${siteUrl}, each with the date of its last change. ` +
      'To read a page as Markdown, add `.md` to its URL, or send `Accept: text/markdown`.',
    ...parts
      .filter(({ addresses }) => addresses.length > 0)
      .map(({ heading, addresses }) => `${heading}\n\n${addresses.map(line).join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n')
}

type Published = Pick<Context, 'contentIndex' | 'config'>

/** Maximum number of URLs in a sitemap file (sitemaps.org 0.9). */
const MAX_URLS_PER_FILE = 50_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * Returns the sitemap of entries and list pages, with the dates of their last changes. With more than 50,000 URLs,
 * returns an index of `/sitemaps/<n>.xml` files, each with the date of its newest change. Public.
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
 * Returns part `<n>.xml` of the sitemap, counted from 1. Public. Throws `NotFound` for an unknown part, or if one file
 * is enough.
 */
export async function sitemapPart({ contentIndex, config }: Published, { name }: { name: string }) {
  const number = /^([1-9]\d{0,4})\.xml$/.exec(name)?.[1]
  const parts = number ? sitemapParts(contentIndex.entries) : []
  const part = parts.length > 1 ? parts[Number(number) - 1] : undefined
  if (!part) throw new NotFound('The sitemap has fewer parts. Start with /sitemap.xml.')
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
