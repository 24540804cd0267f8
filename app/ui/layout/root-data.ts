import type { AccessRights } from '#app/access.ts'
import type { Theme } from '#app/site/theme.ts'

/** The data of the root loader, which every page reads by the id `root`. */
export type RootData = {
  siteUrl: string
  browserToolsPolyfill: boolean
  /** The address of the public pages’ script. */
  pageScript: string
  /** Absent where the colours follow the system. */
  theme: Exclude<Theme, 'system'> | undefined
  /** Null for visitors who are not signed in. */
  standing: AccessRights | null
  /** Counts for the console navigation. Set on console pages only. */
  unread: number
  unseen: number
}
