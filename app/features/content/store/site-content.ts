import type { Messages } from '#app/site/messages/messages.ts'
import type { Entry } from '#app/features/content/schema.ts'
import { ownLinks, type Site, type SiteField, type SiteSettings } from '#app/site/identity.ts'
import { mergeSite } from '#app/site/merge-site.ts'
import { pageOfMarkdownPath, reservedSegments, servedPaths } from '#app/site/paths.ts'

/** Templates of a new site. */
export const templateNames = ['blank', 'docs', 'community'] as const
export type TemplateName = (typeof templateNames)[number]

/** Starter content that an owner can choose. `manual` is the bundled content folder. */
export const starters = [...templateNames, 'manual'] as const
export type Starter = (typeof starters)[number]

/** Settings from the console, and the chosen starter content. `starter` is null until the owner chooses. */
export type StoredSite = { settings: SiteSettings; starter: Starter | null }

export const nothingStored: StoredSite = { settings: {}, starter: null }

/** Origin of a setting that the console cannot change. */
export type SiteLock = 'file' | 'environment'

/** Sources of the site's settings. `isBundled` is true if the site uses the bundled content folder. */
export type SiteSources = {
  isBundled: boolean
  environment: SiteSettings
  file: SiteSettings
  stored: StoredSite
}

/**
 * Merges the settings: the environment overrides `site.yaml`, and `site.yaml` overrides the console. The bundled
 * `site.yaml` contains only defaults, and applies only while the bundled content is the site.
 */
export function resolveSite({ isBundled, environment, file, stored }: SiteSources): Site {
  const base = isBundled
    ? [isManual({ isBundled, stored }) ? file : {}, stored.settings]
    : [stored.settings, file]
  return mergeSite(...base, environment)
}

/** Returns the settings that the console cannot change. */
export function locksOf({ isBundled, environment, file }: SiteSources): Partial<Record<SiteField, SiteLock>> {
  const lock = (of: SiteSettings, by: SiteLock) =>
    Object.fromEntries(Object.keys(of).map((name) => [name, by])) as Partial<Record<SiteField, SiteLock>>
  return { ...(isBundled ? {} : lock(file, 'file')), ...lock(environment, 'environment') }
}

/** Checks whether the bundled content is the public site. */
export const isManual = ({ isBundled, stored }: Pick<SiteSources, 'isBundled' | 'stored'>): boolean =>
  isBundled && (stored.starter ?? 'manual') === 'manual'

/**
 * Returns the entry for `/`: the chosen entry, or the page `index`. If neither exists, generates a home page from
 * the settings.
 */
export function homeOf(site: Site, byPath: ReadonlyMap<string, Entry>, messages: Messages): Entry {
  const index = byPath.get('/')
  const chosen = site.home === 'default' || site.home === 'posts' ? undefined : byPath.get(site.home)
  if (chosen) return { ...chosen, type: 'page', slug: 'index', path: '/' }
  if (index && site.home !== 'posts') return index
  const updated = [...byPath.values()].reduce((latest, entry) => later(entry.updated, latest), '1970-01-01')
  return {
    type: 'page',
    slug: 'index',
    path: '/',
    title: site.name,
    description: site.description || site.tagline || messages.text('page.welcome', { site: site.name }),
    updated,
    tags: [],
    body: '',
    hash: 'home',
    file: 'home (made)',
    line: 1,
    isMade: true,
  }
}

const later = (one: string, other: string) => (one > other ? one : other)

type Places = { byPath: ReadonlyMap<string, Entry>; redirects: ReadonlyMap<string, string> }

/** Checks whether a path has a page, a redirect, a file or a part of the service. */
export function exists(path: string, { byPath, redirects }: Places): boolean {
  const page = pageOfMarkdownPath(path) ?? path
  if (page === '/' || byPath.has(page) || redirects.has(page) || servedPaths.has(path)) return true
  if (page === '/blog' || page === '/contact') return true
  if (page === '/docs') return [...byPath.values()].some(({ type, isMade }) => type === 'doc' && !isMade)
  const first = page.split('/')[1]!
  if (page.startsWith('/blog/tags/'))
    return [...byPath.values()].some(({ tags }) => tags.includes(page.slice('/blog/tags/'.length)))
  if (page.startsWith('/docs/') && page.endsWith('/llms-full.txt')) return true
  return first === '.well-known' || (reservedSegments.has(first) && first !== 'docs' && first !== 'blog')
}

/** Returns the links of settings whose targets do not exist, each with the setting that contains it. */
export const brokenLinks = (settings: Parameters<typeof ownLinks>[0], places: Places) =>
  ownLinks(settings).filter(({ at, path }) =>
    at[0] === 'home' ? path !== '/' && !places.byPath.has(path) : !exists(path, places),
  )
