import { PrefetchModules, useRoomLinks } from '#app/ui/console/room-links.tsx'
import type { ReactNode } from 'react'
import { Bell, Menu } from 'lucide-react'
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'
import { ConsoleSidebar, TabBar, SIDEBAR_ID } from '#app/ui/console/sidebar.tsx'
import { DemoBanner } from '#app/ui/layout/demo-banner.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { usePalette } from '#app/ui/console/palette-context.ts'
import { useConsoleFrame } from '#app/ui/layout/root-data.ts'
import { useUnseenCount } from '#app/ui/layout/use-unseen.ts'

/** Properties that a page passes to the layout of the console. */
export type ConsolePage = {
  title: string
  lead?: ReactNode
  /** Breadcrumbs between the section and a page below it. */
  crumbs?: readonly Crumb[]
  /** Breadcrumb text, if different from the title. */
  crumb?: string
  /** Primary actions of the page, before the search in the top bar. */
  actions?: ReactNode
  /** State of the page's item, beside the breadcrumbs. */
  status?: ReactNode
  /** True for pages that fill the window and render their own `h1`. */
  workspace?: boolean
  children: ReactNode
}

type Props = Omit<ConsolePage, 'crumbs'> & {
  /** URL of the current section. */
  here: string
  /** All breadcrumbs above the page. */
  above: readonly Crumb[]
}

/**
 * Renders the layout of the console: navigation at the side, a bar with breadcrumbs and actions, and the page. On small
 * screens, a bar at the bottom has the main sections, and a button opens the navigation.
 */
export function ConsoleShell({
  here,
  title,
  lead,
  above,
  crumb,
  actions,
  status,
  workspace,
  children,
}: Props) {
  const links = useRoomLinks()
  return (
    <div className="console" {...links.handlers}>
      <PrefetchModules path={links.intended} />
      <ConsoleSidebar here={here} />
      <div className="console-page">
        <header className="console-bar">
          <button type="button" popovertarget={SIDEBAR_ID} className="console-menu quiet">
            <Menu className="size-5" aria-hidden="true" />
            <span className="sr-only">Menu</span>
          </button>
          <Breadcrumbs crumbs={above} current={crumb ?? title} />
          {status && <div className="console-status">{status}</div>}
          <div className="console-tools">
            {actions}
            {/* At the end, so that they are at the same place on every page. */}
            {usePalette()}
            <NoticesLink isHere={here === '/admin/notices'} />
          </div>
        </header>
        <Main className={workspace ? 'console-workspace' : 'console-main'}>
          <DemoBanner />
          {!workspace && (
            <header className="console-head">
              <h1>{title}</h1>
              {lead && <p className="text-soft">{lead}</p>}
            </header>
          )}
          {children}
        </Main>
      </div>
      <TabBar here={here} />
    </div>
  )
}

function NoticesLink({ isHere }: { isHere: boolean }) {
  const unseen = useUnseenCount(useConsoleFrame()?.unseen ?? 0)
  return (
    <a
      href="/admin/notices"
      aria-current={isHere ? 'page' : undefined}
      title="Notices"
      className="quiet console-tool"
    >
      <Bell className="size-5" aria-hidden="true" />
      <span className="sr-only">Notices</span>
      {unseen > 0 && (
        <>
          <span className="console-count" aria-hidden="true">
            {unseen < 100 ? unseen : '99+'}
          </span>
          <span className="sr-only">{` ${unseen} new`}</span>
        </>
      )}
    </a>
  )
}
