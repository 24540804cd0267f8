import { useLoaderData } from '@remix-run/react'
import { readRunnersOverview } from '#app/features/runners/overview.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'
import { LiveIndicator } from '#app/ui/feedback/live-mark.tsx'
import { NoRunners, RunnerList } from '#app/features/runners/ui/runner-list.tsx'

export const handle = { needs: 'runners:read', title: 'Runners' } as const

export const loader = page(handle.needs, (ctx) => readRunnersOverview(ctx))

export default function Runners() {
  const { runners, queue } = useLoaderData<typeof loader>()
  return (
    <Console
      here="/admin/runners"
      title="Runners"
      lead={`All servers: ${formatAmount(queue.running, 'job', 'jobs')} running, ${formatInteger(queue.waiting)} waiting, ${formatInteger(queue.later)} scheduled.`}
    >
      <LiveIndicator address="/api/runners/live" />
      <div className="mt-4">{runners.length > 0 ? <RunnerList runners={runners} /> : <NoRunners />}</div>
    </Console>
  )
}
