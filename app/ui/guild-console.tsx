import type { ReactNode } from 'react'
import type { GuildFrame } from '#app/http/guild-page.server.ts'
import { Rooms } from '#app/ui/rooms.tsx'

const rooms = [
  { path: '', name: 'Overview' },
  { path: '/commands', name: 'Commands' },
  { path: '/automations', name: 'Automations' },
  { path: '/jobs', name: 'Jobs' },
  { path: '/events', name: 'Events' },
  { path: '/integrations', name: 'Integrations' },
  { path: '/settings', name: 'Settings' },
  { path: '/keys', name: 'API keys' },
] as const

type Props = {
  frame: GuildFrame
  /** The room that the page is, or is in. */
  here: (typeof rooms)[number]['path'] | '/managers'
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The frame of the rooms of one guild. */
export function GuildConsole({ frame: { guild, mayAssign }, here, title, lead, children }: Props) {
  const base = `/admin/guilds/${guild.id}`
  const open = mayAssign ? [...rooms, { path: '/managers', name: 'Managers' }] : rooms
  return (
    <Rooms
      label={guild.name}
      rooms={open.map(({ path, name }) => ({ href: base + path, name }))}
      here={base + here}
      title={title}
      lead={lead}
      above={
        <nav aria-label="Breadcrumbs">
          <ol className="flex flex-wrap gap-x-2 text-muted">
            <li>
              <a href="/admin" className="link inline-block py-0.5">
                Console
              </a>
            </li>
            <li aria-hidden="true">/</li>
            <li className="min-w-0 [overflow-wrap:anywhere]">
              <a href={base} className="link inline-block py-0.5">
                {guild.name}
              </a>
            </li>
          </ol>
        </nav>
      }
    >
      {children}
    </Rooms>
  )
}
