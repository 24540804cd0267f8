import { useRouteLoaderData } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { hasRole, canAccess } from '#app/access.ts'
import { consoleSections, type ConsoleSection } from '#app/ui/layout/console-nav.ts'
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx'
import { rememberEditor } from '#app/ui/scripts/editing.ts'
import { SectionLayout } from '#app/ui/layout/section-layout.tsx'
import type { RootData } from '#app/ui/layout/root-data.ts'
import { useUnseenCount } from '#app/ui/layout/use-unseen.ts'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

const top: Crumb = { href: '/admin', name: 'Console' }

type Props = {
  here: ConsoleSection | '/admin/find'
  title: string
  lead?: ReactNode
  /** Breadcrumbs between the section and a page below it. */
  crumbs?: readonly Crumb[]
  /** Breadcrumb text, if different from the title. */
  crumb?: string
  children: ReactNode
}

/** Renders the layout of console pages, with navigation to the sections that the role can access. */
export function Console({ crumbs, crumb, ...page }: Props) {
  const { standing, unread = 0, unseen = 0 } = useRouteLoaderData<RootData>('root') ?? {}
  const fresh = useUnseenCount(unseen)
  const isEditor = hasRole(standing?.role ?? 'member', 'cms:write')
  useEffect(() => {
    if (isEditor) rememberEditor()
  }, [isEditor])
  const open = consoleSections
    .filter(({ needs }) => standing && canAccess(standing, needs))
    .map((room) => {
      if (room.href === '/admin/inbox') return { ...room, waiting: unread, says: 'unread' }
      return room.href === '/admin/notices' ? { ...room, waiting: fresh, says: 'new' } : room
    })
  const room = consoleSections.find(({ href }) => href === page.here)!
  const above = crumbs && <Breadcrumbs crumbs={[top, room, ...crumbs]} current={crumb ?? page.title} />
  return <SectionLayout label="Console" rooms={open} above={above} {...page} />
}
