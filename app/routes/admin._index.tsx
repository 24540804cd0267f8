import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { hasRole, requireUser } from '#app/access.ts'
import { summarizeContent } from '#app/features/content/summary.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { reportGuildStats } from '#app/features/stats/stats.server.ts'
import { page } from '#app/http/page.server.ts'
import { Console } from '#app/ui/console.tsx'
import { ContentOverview } from '#app/ui/content-overview.tsx'
import { GuildRoom } from '#app/ui/guild-room.tsx'
import { privateMeta } from '#app/ui/page-meta.ts'

export const handle = { needs: 'console:open' } as const

export const meta = () => privateMeta('Console')

export const loader = (args: LoaderFunctionArgs) =>
  page(args, handle.needs, async (ctx) => {
    const { name, role } = requireUser(ctx)
    const content = await summarizeContent(ctx)
    if (!hasRole(role, 'guilds:read')) return { name, role, content, guilds: null, report: null }
    const guilds = await listGuilds(ctx)
    const guildId = new URL(args.request.url).searchParams.get('guild') ?? guilds[0]?.id
    const report = guildId ? await reportGuildStats(ctx, { guildId, days: 30 }) : null
    return { name, role, content, guilds, report }
  })

export default function Admin() {
  const { name, role, content, guilds, report } = useLoaderData<typeof loader>()
  return (
    <Console role={role} here="/admin" title="Console" lead={`Signed in as ${name}, ${role}.`}>
      {guilds && <GuildRoom guilds={guilds} report={report} />}
      <ContentOverview {...content} />
    </Console>
  )
}
