import type { ReactNode } from 'react'
import { opens, type Permission, type Role } from '#app/access.ts'
import { Rooms, type Room } from '#app/ui/rooms.tsx'

const rooms: readonly (Room & { needs: Permission })[] = [
  { href: '/admin', name: 'Overview', needs: 'console:open' },
  { href: '/admin/users', name: 'People', needs: 'users:read' },
  { href: '/admin/runners', name: 'Runners', needs: 'runners:read' },
  { href: '/admin/audit', name: 'Audit log', needs: 'audit:read' },
  { href: '/admin/mail', name: 'Mail', needs: 'mail:read' },
]

type Props = {
  role: Role
  /** The guilds that a manager was given, where the page is open to managers. */
  guildIds?: readonly string[]
  here: string
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The frame of the console’s pages: the rooms that the role opens stand beside each of them. */
export function Console({ role, guildIds = [], ...page }: Props) {
  return (
    <Rooms label="Console" rooms={rooms.filter(({ needs }) => opens({ role, guildIds }, needs))} {...page} />
  )
}
