import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Reader, readerOf } from '#app/features/readers/reader.ts'
import { purgeReaders } from '#app/features/readers/retention.server.ts'
import { writeCounts } from '#app/features/readers/write-counts.server.ts'
import { aiAgents } from '#app/site/agents.ts'
import { engineNames } from '#tests/support/engines.ts'
import { openTestApp, type TestApp } from '#tests/support/factories.ts'

/** A tenth of the views of an hour: names are limited, so more views of the same names add no rows. */
const VIEWS_PER_HOUR = 4_167
const browser = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0'
const person = readerOf({ 'user-agent': browser })!
const agents = aiAgents.map((name) => readerOf({ 'user-agent': `${name}/1.0` })!)

/** Numbers of a fixed sequence between 0 and 1, so that each run counts the same. */
function randomNumbers() {
  let state = 42
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  /** Counts an hour of views: few pages and sites have most views, and all have some. */
  function count(random: () => number) {
    const rare = (names: number) => Math.floor(names ** random())
    const { readers } = it.app
    for (let n = 0; n < VIEWS_PER_HOUR; n++) {
      const reader: Reader = random() < 0.7 ? person : agents[rare(agents.length)]!
      const form = reader === person || random() < 0.4 ? 'html' : 'markdown'
      const site = random() < 0.3 ? `https://site-${rare(3_000)}.example/` : undefined
      readers.view(reader, `/docs/a-page-with-a-usual-path-${rare(2_000)}`, form, site)
      if (random() < 0.01) readers.note(person, 'missing', `/wp-content/plugins/${rare(10_000)}.php`)
      if (random() < 0.005) readers.text(person, 'search', `words that nobody wrote ${rare(5_000)}`)
      if (random() < 0.002) readers.text(person, 'question', `how do I use the feature ${rare(5_000)}`)
      if (random() < 0.01) readers.note(agents[0], 'tool', `tool_${rare(40)}`)
    }
  }

  /** Size of the rows and their index in bytes, as measured on PostgreSQL, whose rows are larger than those of SQLite. */
  async function size(): Promise<number> {
    const counts = await it.app.db.selectFrom('reader_counts').selectAll().execute()
    return counts.reduce((sum, row) => {
      const key = row.dimension.length + row.period.length + row.name.length + row.reader.length
      return sum + 2 * (key + 56) + 8
    }, 0)
  }

  test('a million views a day need less than 5 MB a month', { timeout: 60_000 }, async () => {
    const random = randomNumbers()
    for (let hour = 0; hour < 24; hour++) {
      it.at(`2026-11-21T${String(hour).padStart(2, '0')}:30:00.000Z`)
      count(random)
      await writeCounts(it.ctx())
      await purgeReaders(it.ctx())
    }
    const rows = await it.app.db.selectFrom('reader_counts').selectAll().execute()
    const views = rows.filter(({ dimension }) => dimension === 'views')
    expect(views.reduce((sum, row) => sum + row.count, 0)).toBe(24 * VIEWS_PER_HOUR)
    const month = 30 * (await size())
    expect(month).toBeLessThan(5_000_000)
  })
})
