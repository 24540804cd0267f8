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

export const handle = { needs: 'profile:own', title: 'Find or do' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const { role, guildIds } = requireUser(ctx)
  const q = search.get('q') ?? ''
  return { role, guildIds, answer: await searchConsole(ctx, parse(findQuery, { q })) }
})

/** What the palette does, as a page: for whoever has no script, and for an address to keep. */
export default function Find() {
  const { role, guildIds, answer } = useLoaderData<typeof loader>()
  const head = {
    here: '/admin/find' as const,
    title: 'Find or do',
    lead: 'Pages, guilds and what they have, entries, people, and what can be begun: all that stands open to you.',
    children: <SearchResults {...answer} />,
  }
  return canAccess({ role, guildIds }, 'console:open') ? (
    <Console {...head} />
  ) : (
    <SectionLayout label="Your account" rooms={accountSections} {...head} />
  )
}
