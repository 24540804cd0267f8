import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exportReaders } from '#app/features/readers/export.server.ts'
import { mcpReader, readerOf } from '#app/features/readers/reader.ts'
import { reportSiteStats } from '#app/features/readers/report.server.ts'
import { KEPT_DAYS, purgeReaders } from '#app/features/readers/retention.server.ts'
import { writeCounts } from '#app/features/readers/write-counts.server.ts'
import { OTHER } from '#app/features/readers/counter.server.ts'
import { addDays } from '#app/primitives/days.ts'
import { engineNames } from '#tests/support/engines.ts'
import { NOON, openTestApp, refusalOf, userWith, type TestApp } from '#tests/support/factories.ts'

const person = readerOf({ 'user-agent': 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/140.0' })
const agent = readerOf({ 'user-agent': 'ClaudeBot/1.0' })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeEach(async () => void (it = await openTestApp(engine)))
  afterEach(() => it.close())

  const write = () => writeCounts(it.ctx())
  const report = (days = 30) => reportSiteStats(it.ctx(userWith('editor')), { days })
  const rows = () => it.app.db.selectFrom('reader_counts').selectAll().execute()

  test('a report has the counts of all instances, by day, reader and form', async () => {
    const { readers } = it.app
    readers.view(person, '/docs', 'html', 'https://a.example/')
    readers.view(agent, '/docs', 'markdown')
    readers.view(mcpReader, '/', 'markdown')
    readers.note(mcpReader, 'tool', 'search')
    readers.text(person, 'question', 'Where is the moon?')
    await write()
    it.at('2026-11-22T01:00:00.000Z')
    readers.view(person, '/docs', 'html')
    await Promise.all([write(), write()])
    const { daily, ...found } = await report()
    expect(daily).toHaveLength(30)
    expect(daily.slice(-2)).toEqual([
      {
        date: '2026-11-21',
        person: 1,
        agent: 1,
        mcp: 1,
        key: 0,
        html: 1,
        markdown: 2,
        json: 0,
        complete: true,
      },
      {
        date: '2026-11-22',
        person: 1,
        agent: 0,
        mcp: 0,
        key: 0,
        html: 1,
        markdown: 0,
        json: 0,
        complete: false,
      },
    ])
    expect(found).toMatchObject({
      from: '2026-10-24',
      to: '2026-11-22',
      totals: { views: 4, person: 2, agent: 1, mcp: 1, key: 0, html: 2, markdown: 2, json: 0 },
      pages: [
        { name: '/docs', count: 3, person: 2, agent: 1 },
        { name: '/', count: 1, mcp: 1 },
      ],
      agents: [{ name: 'ClaudeBot', count: 1 }],
      sites: [{ name: 'a.example', count: 1 }],
      questions: [{ name: 'where is the moon?', count: 1 }],
      tools: [{ name: 'search', count: 1, mcp: 1 }],
      missing: [],
    })
    expect([found.hours[12], found.hours[1], found.hours[2]]).toEqual([3, 1, 0])
    expect((await report(1)).totals.views).toBe(1)
  })

  test('an export has every row, and formulas are text', async () => {
    it.app.readers.note(person, 'missing', '=cmd()')
    await write()
    const read = async (format: 'csv' | 'json') => {
      const { chunks, name } = await exportReaders(it.ctx(userWith('editor')), { format })
      let text = ''
      for await (const chunk of chunks) text += chunk
      return { text, name }
    }
    const { text, name } = await read('csv')
    expect(text).toBe("period,dimension,name,reader,count\r\n2026-11-21,missing,'=cmd(),person,1\r\n")
    expect(name).toBe('readers-2025-10-21-to-2026-11-21.csv')
    expect(JSON.parse((await read('json')).text)).toMatchObject({ counts: [{ name: '=cmd()', count: 1 }] })
    const wrong = { format: 'csv', from: '2026-11-22', to: '2026-11-21' } as const
    expect(await refusalOf(() => exportReaders(it.ctx(), wrong))).toMatchObject({ status: 400 })
  })

  test('an export of many rows repeats and omits none', async () => {
    for (let n = 0; n < 2_300; n++) it.app.readers.view(person, `/${n}`, 'html')
    await write()
    let text = ''
    for await (const chunk of (await exportReaders(it.ctx(), { format: 'csv' })).chunks) text += chunk
    expect(new Set(text.trim().split('\r\n')).size).toBe(1 + 2_300 + 1)
  })

  test('counts are deleted after 13 months, and rare names are merged', async () => {
    const { readers } = it.app
    const oldest = addDays(NOON.slice(0, 10), -KEPT_DAYS)
    for (const day of [addDays(oldest, -1), oldest]) {
      it.at(`${day}T12:00:00.000Z`)
      readers.view(person, '/', 'html')
      await write()
    }
    it.at(NOON)
    for (let n = 0; n < 150; n++) readers.note(person, 'missing', `/x${n}`)
    readers.note(person, 'missing', '/popular')
    readers.note(person, 'missing', '/popular')
    await write()
    await Promise.all([purgeReaders(it.ctx()), purgeReaders(it.ctx())])
    await purgeReaders(it.ctx())
    const left = await rows()
    const of = (dimension: string) => left.filter((row) => row.dimension === dimension)
    expect(of('page').map(({ period }) => period)).toEqual([oldest])
    expect(of('missing')).toHaveLength(51)
    expect(of('missing').find(({ name }) => name === OTHER)?.count).toBe(101)
    expect(of('missing').find(({ name }) => name === '/popular')?.count).toBe(2)
  })

  test('members, anonymous visitors and the demo cannot read the report', async () => {
    const member = it.ctx(userWith('member'))
    expect(await refusalOf(() => reportSiteStats(member, { days: 1 }))).toMatchObject({ status: 403 })
    const nobody = it.ctx({ kind: 'anonymous' })
    expect(await refusalOf(() => exportReaders(nobody, { format: 'csv' }))).toMatchObject({ status: 401 })
    expect(await refusalOf(() => purgeReaders(member))).toMatchObject({ status: 403 })
  })
})
