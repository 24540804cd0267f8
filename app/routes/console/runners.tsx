import { useLoaderData } from '@remix-run/react'
import { overviewOfRunners } from '#app/features/runners/overview.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { amount, count } from '#app/primitives/count.ts'
import { LiveMark } from '#app/ui/feedback/live-mark.tsx'
import { NoRunners, RunnerList } from '#app/features/runners/ui/runner-list.tsx'

export const handle = { needs: 'runners:read', title: 'Runners' } as const

export const loader = page(handle.needs, (ctx) => overviewOfRunners(ctx))

export default function Runners() {
  const { runners, queue } = useLoaderData<typeof loader>()
  return (
    <Console
      here="/admin/runners"
      title="Runners"
      lead={`Over all guilds: ${amount(queue.running, 'job', 'jobs')} under way, ${count(queue.waiting)} waiting, ${count(queue.later)} for later.`}
    >
      <LiveMark address="/api/runners/live" />
      <div className="mt-4">{runners.length > 0 ? <RunnerList runners={runners} /> : <NoRunners />}</div>
    </Console>
  )
}
