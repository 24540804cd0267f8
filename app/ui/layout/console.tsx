import { useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { hasRole } from '#app/access.ts'
import { consoleSections, type ConsoleSection } from '#app/ui/layout/console-nav.ts'
import { ConsoleShell, type ConsolePage } from '#app/ui/console/shell.tsx'
import type { Crumb } from '#app/ui/layout/breadcrumbs-data.ts'
import { rememberEditor } from '#app/ui/scripts/editing.ts'
import type { RootData } from '#app/ui/layout/root-data.ts'

const top: Crumb = { href: '/admin', name: 'Console' }

type Props = ConsolePage & { here: ConsoleSection | '/admin/find' }

/** Renders the layout of the console pages of the site. */
export function Console({ crumbs, ...page }: Props) {
  const { standing } = useRouteLoaderData<RootData>('root') ?? {}
  const isEditor = hasRole(standing?.role ?? 'member', 'cms:write')
  useEffect(() => {
    if (isEditor) rememberEditor()
  }, [isEditor])
  const room = consoleSections.find(({ href }) => href === page.here)
  const above = page.here === '/admin' ? [] : [top, ...(crumbs && room ? [room, ...crumbs] : [])]
  return <ConsoleShell above={above} {...page} />
}
