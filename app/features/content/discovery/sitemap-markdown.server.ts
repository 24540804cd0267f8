import type { Context } from '#app/context.server.ts'
import { everyAddress, type Address } from '#app/features/content/discovery/addresses.server.ts'
import { link, oneLine, outline } from '#app/features/content/discovery/outline.server.ts'
import { siteName } from '#app/site/site.ts'

/**
 * The sitemap for those who read Markdown: every public page by kind, with what it is about and the day of its last
 * change. Open to everyone.
 */
export async function sitemapMarkdown(ctx: Pick<Context, 'library' | 'config'>): Promise<string> {
  const { siteUrl } = ctx.config
  const { pages, sections, posts, listings } = await outline(ctx)
  const count = everyAddress(ctx.library.entries).length
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
