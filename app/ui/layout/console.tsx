import { consoleSections, type ConsoleSection } from '#app/ui/layout/console-nav.ts'
import { ConsoleShell, type ConsolePage } from '#app/ui/console/shell.tsx'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'

const top: Crumb = { href: '/admin', name: 'Console' }

type Props = ConsolePage & { here: ConsoleSection | '/admin/find' }

/** Renders the layout of the console pages of the site. */
export function Console({ crumbs, ...page }: Props) {
  const room = consoleSections.find(({ href }) => href === page.here)
  const above = page.here === '/admin' ? [] : [top, ...(crumbs && room ? [room, ...crumbs] : [])]
  return <ConsoleShell above={above} {...page} />
}
