import type { MetaDescriptor } from '@remix-run/react'
import { feeds } from '#app/site/links.ts'
import { markdownPath, ogImageSize } from '#app/site/paths.ts'
import { pageGraph, type GraphFacts } from '#app/ui/layout/json-ld.ts'
import { siteOfMatches, type Matches } from '#app/ui/layout/root-data.ts'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

/** Facts about a page. `path` is the canonical path, such as `/` for the home page. */
type PageFacts = GraphFacts & {
  crumbs?: Crumb[] | undefined
  robots?: string | undefined
  /** Image for link previews. `src` is a path on this site. */
  image?: { src: string; alt: string } | undefined
}

/** Returns the meta tags for a public page. The front matter of the Markdown version is based on these tags. */
export function pageMeta(facts: PageFacts, matches: Matches): MetaDescriptor[] {
  const { title, path, updated, robots, image } = facts
  const { site, siteUrl } = siteOfMatches(matches)
  const url = new URL(path, siteUrl).href
  const shown = title === site.name ? title : `${title} · ${site.name}`
  const description = facts.description || shown
  return [
    { title: shown },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { tagName: 'link', rel: 'alternate', type: 'text/markdown', href: markdownPath(path) },
    ...feeds.map((feed) => ({ tagName: 'link', rel: 'alternate', ...feed })),
    ...(updated ? [{ property: 'article:modified_time', content: updated }] : []),
    ...(facts.tags ?? []).map((tag) => ({ property: 'article:tag', content: tag })),
    ...(robots ? [{ name: 'robots', content: robots }] : []),
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: updated && path !== '/' ? 'article' : 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image ? imageMeta(image, siteUrl) : []),
    { 'script:ld+json': pageGraph({ ...facts, description }, facts.crumbs ?? [], { ...site, siteUrl }) },
  ]
}

/** Returns the Open Graph and X tags for an image. Some services initially omit an image without a size. */
const imageMeta = ({ src, alt }: NonNullable<PageFacts['image']>, siteUrl: string): MetaDescriptor[] => [
  { property: 'og:image', content: new URL(src, siteUrl).href },
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: String(ogImageSize.width) },
  { property: 'og:image:height', content: String(ogImageSize.height) },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:card', content: 'summary_large_image' },
]

/** Returns the title of a private page. */
export const privateTitle = (title: string, { name }: { name: string }) => `${title} · ${name}`

/** Returns the meta tags for a private page: a title and `noindex`. */
export function privateMeta(title: string, matches: Matches): MetaDescriptor[] {
  return [{ title: privateTitle(title, siteOfMatches(matches).site) }, { name: 'robots', content: 'noindex' }]
}

/** Returns the time of the latest update to a listing's entries. */
export const latest = (entries: readonly { updated: string }[]) =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1)
