import { expect, test } from 'vitest'
import { contextFor } from '#app/context.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { recordSnapshot } from '#app/features/stats/snapshots.server.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { createRevisionCache } from '#app/platform/cache/revision-cache.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, anEvent, aSnapshot, keyOf, openTestApp, runner } from '#tests/support/factories.ts'

test.each(engineNames)(
  'on %s a report is never older than what another instance has recorded',
  async (engine) => {
    const it = await openTestApp(engine)
    const { id } = await aGuild(it)
    const other = { ...it.app, revisionCache: createRevisionCache() }
    const reports = () =>
      Promise.all([it.app, other].map((app) => reportStats(contextFor(app, keyOf(id)), { days: 3 })))
    const record = () => recordEvents(contextFor(other, runner()), { events: [anEvent({ guild_id: id })] })

    for (let count = 0; count < 3; count++) {
      const [here, there] = await reports()
      expect(here).toEqual(there)
      expect(here!.totals.message_count).toBe(count)
      await record()
    }
    // The clock stands still: that something changed must not hang on the time.
    await recordSnapshot(contextFor(other, runner()), aSnapshot(id))
    const [here, there] = await reports()
    expect(here).toEqual(there)
    expect(here!.current).toMatchObject({ member_count: 120 })
    it.at('2026-11-22T00:00:00.000Z')
    const later = { ...it.app, revisionCache: other.revisionCache }
    expect((await reportStats(contextFor(later, keyOf(id)), { days: 3 })).to).toBe('2026-11-22')
    await it.close()
  },
)
