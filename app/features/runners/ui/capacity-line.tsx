import type { Capacity } from '#app/features/runners/overview.server.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'

/** Renders the capacity and the queue: "2 runners connected, 3 of 40 slots busy, 12 jobs waiting." */
export function CapacityLine({ capacity }: { capacity: Capacity }) {
  const { connected, slots, busy, waiting, later } = capacity
  const queue = `${formatAmount(waiting, 'job', 'jobs')} waiting${later ? `, ${formatInteger(later)} for later` : ''}`
  if (connected === 0) {
    return (
      <>
        No{' '}
        <a href="/admin/help/runners" className="link">
          runner
        </a>{' '}
        is connected, {queue}.
      </>
    )
  }
  return (
    <>
      {formatAmount(connected, 'runner', 'runners')} connected, {formatInteger(busy)} of{' '}
      {formatAmount(slots, 'slot', 'slots')} busy, {queue}.
    </>
  )
}
