import { useLoaderData } from '@remix-run/react'
import { canAccess, requireUser } from '#app/access.ts'
import { searchConsole } from '#app/features/console-search/search.server.ts'
import { findQuery } from '#app/features/console-search/schema.ts'
import { page } from '#app/http/pages/page.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { accountSections } from '#app/ui/layout/console-nav.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { SearchResults } from '#app/features/console-search/ui/found-list.tsx'
import { SectionLayout } from '#app/ui/layout/section-layout.tsx'

export const handle = { needs: 'profile:own', title: 'Quick find' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const { role, guildIds } = requireUser(ctx)
  const q = search.get('q') ?? ''
  return { role, guildIds, answer: await searchConsole(ctx, parse(findQuery, { q })) }
})

/** Renders the console search as a page, for browsers without scripts and as a link target. */
export default function Find() {
  const { role, guildIds, answer } = useLoaderData<typeof loader>()
  const head = {
    here: '/admin/find' as const,
    title: 'Quick find',
    lead: 'Find the pages, servers, entries, people and actions that you have access to.',
    children: <SearchResults {...answer} standing={{ role, guildIds }} />,
  }
  return canAccess({ role, guildIds }, 'console:open') ? (
    <Console {...head} />
  ) : (
    <SectionLayout label="Your account" rooms={accountSections} {...head} />
  )
}
