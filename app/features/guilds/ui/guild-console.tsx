import { guildSections, type GuildSection } from '#app/ui/layout/console-nav.ts'
import { ConsoleShell, type ConsolePage } from '#app/ui/console/shell.tsx'
import type { GuildFrame } from '#app/features/guilds/schema.ts'

type Props = ConsolePage & { frame: GuildFrame; here: GuildSection }

/** Renders the layout of a guild's pages. */
export function GuildConsole({ frame: { guild }, here, crumbs, ...page }: Props) {
  const base = `/admin/guilds/${guild.id}`
  const room = guildSections.find(({ path }) => path === here)
  const above = [
    { href: '/admin', name: 'Console' },
    ...(here === '' ? [] : [{ href: base, name: guild.name }]),
    ...(crumbs && room ? [{ href: base + here, name: room.name }, ...crumbs] : []),
  ]
  return <ConsoleShell here={base + here} above={above} {...page} />
}
