import { markdownPath, shareSize } from '#app/features/content/paths.ts'
import type { MetaDescriptor } from '@remix-run/react'

type PageFacts = {
  title: string
  description: string
  /** The path of this site that the page is known by; `/` for home. */
  path: string
  /** The day of the last change, `YYYY-MM-DD`. */
  updated?: string | undefined
  siteUrl: string
  robots?: string | undefined
  /** The picture that a link to the page is shown with; `src` is a path of this site. */
  image?: { src: string; alt: string } | undefined
}

/** What the service calls itself. */
export const SITE_NAME = 'Signpost'

/** What every public page says in its head. The Markdown's front matter is read from these tags. */
export function pageMeta({
  title,
  description,
  path,
  updated,
  siteUrl,
  robots,
  image,
}: PageFacts): MetaDescriptor[] {
  const url = new URL(path, siteUrl).href
  const shown = `${title} · ${SITE_NAME}`
  return [
    { title: shown },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { tagName: 'link', rel: 'alternate', type: 'text/markdown', href: markdownPath(path) },
    ...(updated ? [{ property: 'article:modified_time', content: updated }] : []),
    ...(robots ? [{ name: 'robots', content: robots }] : []),
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:type', content: updated && path !== '/' ? 'article' : 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...(image ? imageMeta(image, siteUrl) : []),
  ]
}

/** Open Graph and the one word that X reads beside it; without the size, some show no image the first time. */
const imageMeta = ({ src, alt }: NonNullable<PageFacts['image']>, siteUrl: string): MetaDescriptor[] => [
  { property: 'og:image', content: new URL(src, siteUrl).href },
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: String(shareSize.width) },
  { property: 'og:image:height', content: String(shareSize.height) },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:card', content: 'summary_large_image' },
]

/** The head of a private page: a title, and nothing for crawlers. */
export function privateMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** The day of the last change of any of the entries, for a page that lists them. */
export const latest = (entries: readonly { updated: string }[]) =>
  entries
    .map(({ updated }) => updated)
    .sort()
    .at(-1)
