import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { canAccess, hasRole, type AccessRights } from '#app/access.ts'
import type { Site } from '#app/site/identity.ts'
import { mergeSite } from '#app/site/merge-site.ts'
import type { Theme } from '#app/site/theme.ts'
import { isConsolePath } from '#app/ui/layout/console-nav.ts'

/** Data of the root loader, available to every page under the `root` route id. */
export type RootData = {
  siteUrl: string
  site: Site
  /** First parts of paths that have entries, for the default navigation. */
  sections: SiteSections
  browserToolsPolyfill: boolean
  /** URL of the script for public pages. */
  pageScript: string
  /** Undefined if the theme follows the system. */
  theme: Exclude<Theme, 'system'> | undefined
  /** Null for visitors who are not signed in, and on public pages. */
  standing: Standing | null
  /** Null on pages outside the console, and for users who cannot open the console. */
  consoleFrame: ConsoleFrame | null
  /** Time of the request in milliseconds, for relative times. 0 for visitors who are not signed in. */
  now: number
}

/** Signed-in user. */
export type Standing = AccessRights & { name: string; isDemo: boolean; hasDiscord: boolean }

/** Data of the console's navigation: guilds by name, unread messages (up to 100) and unseen notices. */
export type ConsoleFrame = {
  guilds: readonly { id: string; name: string }[]
  /** True if there are more guilds than listed. */
  hasMoreGuilds: boolean
  unread: number
  unseen: number
}

/** Parts of the site that have content. */
export type SiteSections = { docs: boolean; blog: boolean; pages: readonly string[] }

const noSite = mergeSite()
const noSections: SiteSections = { docs: false, blog: false, pages: [] }

/** Returns the settings of the site, or the defaults if the data of the page could not be loaded. */
export const useSite = (): Site => useRouteLoaderData<RootData>('root')?.site ?? noSite

/** Returns the parts of the site that have content. */
export const useSections = (): SiteSections => useRouteLoaderData<RootData>('root')?.sections ?? noSections

/** Returns the data of the account menu, or null for visitors and on public pages. */
export function useAccount() {
  const { standing, consoleFrame } = useRouteLoaderData<RootData>('root') ?? {}
  if (!standing) return null
  return {
    name: standing.name,
    opensConsole: canAccess(standing, 'console:open'),
    edits: hasRole(standing.role, 'cms:write'),
    isDemo: standing.isDemo,
    hasDiscord: standing.hasDiscord,
    guilds: consoleFrame?.guilds,
  }
}

/** Returns the data of the console's navigation, or null outside the console. */
export function useConsoleFrame(): ConsoleFrame | null {
  const frame = useRouteLoaderData<RootData>('root')?.consoleFrame ?? null
  return isConsolePath(useLocation().pathname) ? frame : null
}

/** Route matches, as Remix passes them to `meta`. */
export type Matches = readonly ({ id: string; data: unknown } | undefined)[]

/** Returns the site's facts from the matches of a page. */
export function siteOfMatches(matches: Matches): Pick<RootData, 'site' | 'siteUrl'> {
  const root = matches.find((match) => match?.id === 'root')?.data as RootData | undefined
  return root ?? { site: noSite, siteUrl: '' }
}
