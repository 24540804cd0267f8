import type { Permission } from '#app/access.ts'
import type { NavItem } from '#app/ui/layout/section-layout.tsx'

/** Id of the last element of each console page. */
export const PAGE_END_ID = 'pageEnd'

/**
 * Sections of the console in order, with their required permissions. The navigation and the search use this list.
 * Notices are in the top bar, not in the sidebar.
 */
export const consoleSections = [
  { href: '/admin', name: 'Overview', needs: 'console:open' },
  { href: '/admin/servers', name: 'Servers', needs: 'guilds:write' },
  { href: '/admin/notices', name: 'Notices', needs: 'console:open' },
  { href: '/admin/content', name: 'Content', needs: 'cms:write' },
  { href: '/admin/media', name: 'Media', needs: 'cms:write' },
  { href: '/admin/readers', name: 'Analytics', needs: 'cms:write' },
  { href: '/admin/inbox', name: 'Inbox', needs: 'contact:read' },
  { href: '/admin/users', name: 'People', needs: 'users:read' },
  { href: '/admin/mail', name: 'Email', needs: 'mail:read' },
  { href: '/admin/bot', name: 'Bot', needs: 'bot:manage' },
  { href: '/admin/runners', name: 'Runners', needs: 'runners:read' },
  { href: '/admin/audit', name: 'Audit log', needs: 'audit:read' },
  { href: '/admin/settings', name: 'Settings', needs: 'site:write' },
  { href: '/admin/help', name: 'Help', needs: 'console:open' },
] as const satisfies readonly { href: string; name: string; needs: Permission }[]

export type ConsoleSection = (typeof consoleSections)[number]['href']

/** Sections of a guild. `path` follows the guild's URL. */
export const guildSections = [
  { path: '', name: 'Overview', needs: 'guild:read' },
  { path: '/commands', name: 'Commands', needs: 'guild:read' },
  { path: '/automations', name: 'Automations', needs: 'guild:read' },
  { path: '/runs', name: 'Runs', needs: 'guild:read' },
  { path: '/jobs', name: 'Jobs', needs: 'guild:read' },
  { path: '/events', name: 'Events', needs: 'guild:read' },
  { path: '/integrations', name: 'Integrations', needs: 'guild:read' },
  { path: '/keys', name: 'API keys', needs: 'guild:read' },
  { path: '/managers', name: 'Managers', needs: 'guilds:write' },
  { path: '/settings', name: 'Settings', needs: 'guild:read' },
] as const satisfies readonly { path: string; name: string; needs: Permission }[]

export type GuildSection = (typeof guildSections)[number]['path']

/** Checks whether a page has the layout of the console. The setup wizard has none. */
export const isConsolePath = (pathname: string) => /^\/admin(?!\/setup$)(\/|$)/.test(pathname)

/** Returns the guild id in the path of a console page, if any. */
export const guildIdOf = (pathname: string) => /^\/admin\/guilds\/(\d+)/.exec(pathname)?.[1]

/** Sections of the user's account. */
export const accountSections: readonly NavItem[] = [
  { href: '/profile', name: 'Profile' },
  { href: '/profile/security', name: 'Security' },
  { href: '/profile/servers', name: 'Your servers' },
  { href: '/profile/data', name: 'Your data' },
  { href: '/chat', name: 'Ask' },
]
