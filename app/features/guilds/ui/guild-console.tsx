import type { ReactNode } from 'react'
import { guildSections, type GuildSection } from '#app/ui/layout/console-nav.ts'
import type { GuildFrame } from '#app/features/guilds/schema.ts'
import { Breadcrumbs } from '#app/ui/layout/breadcrumbs.tsx'
import { SectionLayout } from '#app/ui/layout/section-layout.tsx'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

type Props = {
  frame: GuildFrame
  /** Current section. */
  here: GuildSection
  title: string
  lead?: ReactNode
  /** Breadcrumbs between the section and a page below it. */
  crumbs?: readonly Crumb[]
  /** Breadcrumb of the page, if different from its title. */
  crumb?: string
  children: ReactNode
}

/** Renders the layout of a guild's sections. */
export function GuildConsole({
  frame: { guild, mayAssign },
  here,
  title,
  lead,
  crumbs,
  crumb,
  children,
}: Props) {
  const base = `/admin/guilds/${guild.id}`
  const top = [
    { href: '/admin', name: 'Console' },
    { href: base, name: guild.name },
  ]
  const open = guildSections.filter(({ needs }) => needs === 'guild:read' || mayAssign)
  const room = open.find(({ path }) => path === here)
  const down = [
    ...(here === '' ? top.slice(0, 1) : top),
    ...(crumbs && room ? [{ href: base + here, name: room.name }, ...crumbs] : []),
  ]
  return (
    <SectionLayout
      label={guild.name}
      rooms={open.map(({ path, name }) => ({ href: base + path, name }))}
      here={base + here}
      title={title}
      lead={lead}
      above={<Breadcrumbs crumbs={down} current={here === '' ? guild.name : (crumb ?? title)} />}
    >
      {children}
    </SectionLayout>
  )
}
