/** Fills the statistics of a guild: `decade <folder> <guild> <days>`, each day with figures and a snapshot. */
import { openDatabase } from '#app/platform/db/connection.server.ts'
import { counters, gauges } from '#app/features/stats/counters.ts'
import { addDays, dayOf } from '#app/primitives/days.ts'

const [folder = '', guild_id = '', count = ''] = process.argv.slice(2)
const db = await openDatabase({ databaseUrl: undefined, dataDir: folder })
const today = dayOf(new Date())
const filled = <T extends string>(names: readonly T[], value: number) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<T, number>

await db.transaction().execute(async (tx) => {
  for (let index = 0; index < Number(count); index++) {
    const date = addDays(today, index + 1 - Number(count))
    const day = { guild_id, date, member_count: 1000 + index, ...filled(counters, 123_456 + index) }
    await tx.insertInto('daily_stats').values(day).execute()
    const recorded_at = `${date}T23:59:00.000Z`
    const snapshot = { guild_id, date, recorded_at, ...filled(gauges, 1000 + index) }
    await tx.insertInto('daily_snapshots').values(snapshot).execute()
  }
})
await db.destroy()
process.stdout.write('{}')
