import { useRouteLoaderData } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { hasRole, opens } from '#app/access.ts'
import { consoleRooms, type ConsoleRoom } from '#app/ui/layout/console-nav.ts'
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx'
import { rememberEditor } from '#app/ui/scripts/editing.ts'
import { Rooms } from '#app/ui/layout/section-layout.tsx'
import type { RootData } from '#app/ui/layout/root-data.ts'
import { useUnseen } from '#app/ui/layout/use-unseen.ts'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

const top: Crumb = { href: '/admin', name: 'Console' }

type Props = {
  here: ConsoleRoom | '/admin/find'
  title: string
  lead?: ReactNode
  /** For a page below a room: what lies between the room and it. */
  way?: readonly Crumb[]
  /** What the page is called on the way to it, where that is not its title. */
  crumb?: string
  children: ReactNode
}

/** The frame of the console’s pages: the rooms that the role opens stand beside each of them. */
export function Console({ way, crumb, ...page }: Props) {
  const { standing, unread = 0, unseen = 0 } = useRouteLoaderData<RootData>('root') ?? {}
  const fresh = useUnseen(unseen)
  const isEditor = hasRole(standing?.role ?? 'member', 'cms:write')
  useEffect(() => {
    if (isEditor) rememberEditor()
  }, [isEditor])
  const open = consoleRooms
    .filter(({ needs }) => standing && opens(standing, needs))
    .map((room) => {
      if (room.href === '/admin/inbox') return { ...room, waiting: unread, says: 'unread' }
      return room.href === '/admin/notices' ? { ...room, waiting: fresh, says: 'new' } : room
    })
  const room = consoleRooms.find(({ href }) => href === page.here)!
  const above = way && <Breadcrumbs way={[top, room, ...way]} current={crumb ?? page.title} />
  return <Rooms label="Console" rooms={open} above={above} {...page} />
}
