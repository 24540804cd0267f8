import type { AccessRights } from '#app/access.ts'
import type { Theme } from '#app/site/theme.ts'

/** Data of the root loader, available to every page under the `root` route id. */
export type RootData = {
  siteUrl: string
  browserToolsPolyfill: boolean
  /** URL of the script for public pages. */
  pageScript: string
  /** Undefined if the theme follows the system. */
  theme: Exclude<Theme, 'system'> | undefined
  /** Null for visitors who are not signed in. */
  standing: AccessRights | null
  /** Counts for the console navigation. Set on console pages only. */
  unread: number
  unseen: number
}
