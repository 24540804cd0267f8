import { posix } from 'node:path'
import type { Links } from '#app/features/cms/import/body/tree.ts'
import type { Images } from '#app/features/cms/import/images.server.ts'
import { comparable, type createLinkMap, localPath } from '#app/features/cms/import/locate.server.ts'
import { slugSegment } from '#app/features/cms/field-values.ts'
import { importLimits } from '#app/features/cms/import/schema.ts'
import type { SourceEntry, SourceSite } from '#app/features/cms/import/site.ts'
import { Invalid } from '#app/errors.ts'
import { formatInteger } from '#app/primitives/count.ts'

/** Data for resolving links: the site, its images, its paths and its tags. */
export type LinkParts = {
  site: SourceSite
  images: Images
  map: ReturnType<typeof createLinkMap>
  tags: ReadonlySet<string>
}

/** Finds the new URLs for the links and images of an entry. */
export function linksOf(
  { folder, oldPaths }: SourceEntry,
  { site, tags, images, map }: LinkParts,
  note: (text: string) => void,
): Links {
  const base = oldPaths[0] ?? '/'
  const absolute = (path: string) =>
    path.startsWith('/') ? path : posix.join(base.endsWith('/') ? base : posix.dirname(base), path)
  return {
    link(url) {
      const local = localPath(url, site.origin)
      if (!local || !local.path) return url.trim()
      const file = posix.join(folder, local.path).replace(/^\//, '')
      const found =
        map.byFile.get(file) ??
        map.byFile.get(local.path.replace(/^\//, '')) ??
        map.byFile.get(file.replace(/\/$/, '')) ??
        map.byPath.get(comparable(absolute(local.path)))
      if (found) return found + local.rest
      const image = images.find(url, folder, '')
      if (image) return image.url
      const tag = tagPath(local.path, tags)
      if (tag) return tag
      if (url.trim().startsWith('http')) return url.trim()
      const path = absolute(local.path)
      if (!/^\/(?:blog|docs)?\/?$/.test(path))
        note(`A link points to a page that is not in the import: ${path}.`)
      return path + local.rest
    },
    image: (url) => images.find(url, folder, ''),
    outside(url) {
      const local = localPath(url, site.origin)
      if (!local)
        return /^https?:\/\//i.test(url.trim())
          ? url.trim()
          : /^\/\//.test(url.trim())
            ? `https:${url.trim()}`
            : null
      return site.origin ? site.origin + absolute(local.path) + local.rest : null
    },
  }
}

/** Returns the path of a tag page on this site for the tag page of the old site, or null. */
function tagPath(path: string, tags: ReadonlySet<string>): string | null {
  const [, name] = /^\/(?:tags?|categor(?:y|ies))\/([^/]+)\/?$/.exec(path) ?? []
  const slug = name ? slugSegment(name) : ''
  return tags.has(slug) ? `/blog/tags/${slug}` : null
}

/** Returns the redirects from old paths to new paths, one per old path. */
export function redirectsOf(
  site: SourceSite,
  placed: readonly { entry: SourceEntry; path: string }[],
  map: LinkParts['map'],
) {
  const found = new Map<string, string>()
  const paths = new Set(placed.map(({ path }) => path))
  const add = (from: string, to: string) => {
    // Redirects ignore queries, so the report names the whole URL.
    const path = cleanPath(from) + (/^[^#?]*(\?[^#]+)/.exec(from)?.[1] ?? '')
    if (path === '/' || path === to || paths.has(path.toLowerCase()) || found.has(path)) return
    found.set(path, to)
  }
  for (const { entry, path } of placed) if (entry.isPublic) for (const old of entry.oldPaths) add(old, path)
  for (const { from, to } of site.redirects) {
    const local = localPath(to, site.origin)
    // The report refuses URLs of other sites, and targets with a query or fragment.
    const isPath = local?.path && !local.rest
    add(from, isPath ? (map.byPath.get(comparable(local.path)) ?? cleanPath(local.path)) : to)
  }
  if (found.size > importLimits.redirects)
    throw new Invalid(
      `The import has more than ${formatInteger(importLimits.redirects)} redirects. Import in parts.`,
    )
  return [...found].map(([from, to]) => ({ from, to }))
}

/** Returns a path without its origin, its last slash and empty segments. */
function cleanPath(path: string): string {
  const [local = ''] = path.replace(/^https?:\/\/[^/]+/i, '').split(/[?#]/)
  return `/${local.split('/').filter(Boolean).join('/')}`
}
