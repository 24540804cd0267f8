import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventsPage } from '#app/features/events/log.ts'
import { csvColumns, statsExport } from '#app/features/stats/csv-columns.ts'
import { statsReport } from '#app/features/stats/schema.ts'
import {
  oneServer,
  client,
  guildWithKey,
  signInAs,
  signUp,
  snowflake,
  type ErrorBody,
} from '#tests/support/http/client.ts'
import { cli, cliJson } from '#tests/support/http/server.ts'

describe.each(oneServer())('statistics of a guild on $name', (server) => {
  const asking = (cookie: string) => {
    const ask = client(server)
    return (path: string, init: RequestInit = {}) =>
      ask(path, { ...init, headers: { Cookie: cookie, ...(init.headers as Record<string, string>) } })
  }
  type Ask = ReturnType<typeof asking>
  let [guild, key, demo] = ['', '', '']
  let [admin, member] = [null!, null!] as [Ask, Ask]
  // Each command is a process, so that all tests share what these make.
  beforeAll(async () => {
    ;({ guild, key } = await guildWithKey(server))
    demo = (await cliJson<{ guild_id: string }>(server.env, ['seed', 'demo'])).guild_id
    admin = asking(await signInAs(server, 'admin'))
    member = asking((await signUp(server)).cookie)
  })
  const code = async (response: Response) => [response.status, ((await response.json()) as ErrorBody).code]
  const paths = ['', '/export', '/export?format=csv'].map((rest) => (id: string) => `/api/stats/${id}${rest}`)
  const every = [...paths, (id: string) => `/api/guilds/${id}/events`]

  test('only a session may read them, and members are refused for every guild', async () => {
    for (const path of every) {
      const bearer = { headers: { Authorization: `Bearer ${key}` } }
      expect(await code(await client(server)(path(guild)))).toEqual([401, 'unauthorized'])
      expect(await code(await client(server)(path(guild), bearer))).toEqual([401, 'unauthorized'])
      expect(await code(await member(path(guild)))).toEqual([403, 'forbidden'])
      expect(await code(await member(path(snowflake())))).toEqual([403, 'forbidden'])
      expect(await code(await admin(path(snowflake())))).toEqual([404, 'not_found'])
      expect((await admin(path(guild))).status).toBe(200)
      expect((await admin(path(guild), { method: 'POST' })).status).toBe(405)
    }
  })

  test('the report is the one that a key reads', async () => {
    const response = await admin(`/api/stats/${guild}?days=7`)
    const report = statsReport.strict().parse(await response.json())
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const bearer = { headers: { Authorization: `Bearer ${key}` } }
    expect(report).toEqual(await (await client(server)('/api/v1/stats?days=7', bearer)).json())
    for (const days of ['0', '366', 'ten'])
      expect(await code(await admin(`/api/stats/${guild}?days=${days}`))).toEqual([400, 'invalid_request'])
  })

  test('an export is a file in JSON or in CSV that say the same', async () => {
    const guild = demo
    const json = await admin(`/api/stats/${guild}/export`)
    const csv = await admin(`/api/stats/${guild}/export?format=csv`)
    for (const [response, end, type] of [
      [json, 'json', 'application/json'],
      [csv, 'csv', 'text/csv; charset=utf-8; header=present'],
    ] as const) {
      expect(response.status).toBe(200)
      expect(response.headers.get('Content-Type')).toBe(type)
      expect(response.headers.get('Cache-Control')).toBe('no-store')
      expect(response.headers.get('Content-Disposition')).toMatch(
        new RegExp(`^attachment; filename="stats-${guild}-[\\d-]{10}-to-[\\d-]{10}\\.${end}"$`),
      )
    }
    const file = statsExport.parse(await json.json())
    expect([file.daily_stats.length, file.snapshots.length]).toEqual([90, 90])
    const lines = await csv.text()
    expect(lines.split('\r\n')[0]).toBe(csvColumns.join(','))
    const table = parse(lines, { columns: true, recordDelimiter: '\r\n' }) as Record<string, string>[]
    expect(table.map(({ date, total_events }) => [date, Number(total_events)])).toEqual(
      file.daily_stats.map(({ date, total_events }) => [date, total_events]),
    )
  })

  test('HEAD has the headers of the file and is not logged, but the download is', async () => {
    const noted = async () =>
      (
        (await (await admin(`/api/audit?action=stats.exported&target=${guild}`)).json()) as {
          entries: object[]
        }
      ).entries
    const path = `/api/stats/${guild}/export?format=csv`
    const before = await noted()
    const head = await admin(path, { method: 'HEAD' })
    expect([head.status, await head.text(), await noted()]).toEqual([200, '', before])
    const whole = await admin(path)
    await whole.text()
    for (const name of ['Content-Type', 'Content-Disposition', 'Cache-Control'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
    const [newest, ...older] = await noted()
    expect(newest).toMatchObject({ target: { kind: 'guild', id: guild }, details: { format: 'csv' } })
    expect(older).toEqual(before)
  })

  test('an export takes no other format and no days that are none, or in the wrong order', async () => {
    for (const [query, field] of [
      ['format=xml', 'format'],
      ['format=', 'format'],
      ['from=yesterday', 'from'],
      ['to=2026-13-01', 'to'],
      ['from=2026-11-20&to=2026-11-19', 'from'],
    ]) {
      const response = await admin(`/api/stats/${guild}/export?${query}`)
      const { code, issues } = (await response.json()) as ErrorBody
      expect([query, response.status, code, issues?.[0]?.path]).toEqual([
        query,
        400,
        'invalid_request',
        field,
      ])
    }
  })

  test(
    'an export is imported by the command line, even from a pipe, a wrong file is not',
    { timeout: 90_000 },
    async () => {
      const guild = demo
      const read = async () =>
        (await (await admin(`/api/stats/${guild}/export`)).json()) as { exported_at: string }
      const file = await read()
      const args = ['stats', 'import', '--guild', guild, '--file', '-', '--json']
      const { code, out, err } = await cli(server.env, args, { input: JSON.stringify(file) })
      expect([code, err]).toEqual([0, ''])
      expect(JSON.parse(out)).toMatchObject({ guild_id: guild, days: 90, replaced: 90, snapshots: 90 })
      expect({ ...(await read()), exported_at: '' }).toEqual({ ...file, exported_at: '' })
      const refused = await cli(server.env, args, { input: '{' })
      expect([refused.code, (JSON.parse(refused.err) as ErrorBody).code]).toEqual([1, 'invalid_request'])
      const missing = await cli(server.env, [...args.slice(0, 5), '/nowhere.json'])
      expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('ENOENT')])
    },
  )

  test('the log of events is read page by page', async () => {
    const guild = demo
    const page = async (query: string) =>
      eventsPage.parse(await (await admin(`/api/guilds/${guild}/events?${query}`)).json())
    const first = await page('limit=2')
    expect(first.events).toHaveLength(2)
    const second = await page(`limit=100&before=${encodeURIComponent(first.next_before!)}`)
    const third = await page(`limit=100&before=${encodeURIComponent(second.next_before!)}`)
    const all = [first, second, third].flatMap(({ events }) => events)
    expect(third.next_before).toBeNull()
    expect(new Set(all.map(({ id }) => id)).size).toBe(200)
    const { type, actor } = all[0]!
    const narrowed = await page(`limit=100&type=${type}&actor=${actor!.id}`)
    expect(narrowed.events).toEqual(all.filter((one) => one.type === type && one.actor?.id === actor!.id))
    for (const query of ['limit=0', 'limit=101', 'type=PARTY', 'actor=', 'before=nothing'])
      expect(await code(await admin(`/api/guilds/${guild}/events?${query}`))).toEqual([
        400,
        'invalid_request',
      ])
  })
})
