import { expect } from 'vitest'
import { aCommand } from '#tests/browser/agent-tools/tasks/given.ts'
import { proposed, refused, type Task } from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD
const rooms = `/admin/guilds/${GUILD}`
const joined = ['member_joins', 'member_leaves'] as const

export const guildTasks: Task[] = [
  {
    says: 'How is our server doing this month?',
    as: 'admin',
    at: '/admin',
    calls: [
      {
        tool: 'list_guilds',
        input: { query: 'demo' },
        answers: { ok: true, guilds: [{ id: GUILD, name: 'Signpost Demo', page: rooms }] },
      },
      {
        tool: 'read_stats',
        input: (it) => ({ guild_id: it.told(0).guilds[0]!.id }),
        answers: { ok: true, totals: expect.any(Object), top_channels: { length: 3 }, page: rooms },
      },
    ],
  },
  {
    says: 'On which day of the last ninety did most people join?',
    as: 'manager',
    at: rooms,
    calls: [
      { tool: 'read_stats', input: { guild_id, days: 90 }, answers: { ok: true } },
      {
        tool: 'read_stats',
        input: { guild_id, days: 90, figure: 'member_joins' },
        answers: { ok: true, figure: 'member_joins', total: 90 },
        toTheEnd: true,
      },
    ],
    async then(it) {
      const days = it.parts(1).flatMap((part) => part.days)
      expect(new Set(days.map(([date]) => date)).size).toBe(90)
      const sum = days.reduce((all, [, joins]) => all + joins, 0)
      expect(it.told(0)).toMatchObject({ totals: { [joined[0]]: sum } })
    },
  },
  {
    says: 'Who joined lately? Go on until there is nobody left.',
    as: 'manager',
    at: rooms,
    calls: [
      {
        tool: 'list_events',
        input: { guild_id, type: 'MEMBER_JOIN', limit: 2 },
        answers: { ok: true, guild_id },
        toTheEnd: true,
      },
    ],
    async then(it) {
      const events = it.parts(0).flatMap((part) => part.events)
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      expect(it.parts(0).length).toBeGreaterThan(1)
      const path = `/api/guilds/${GUILD}/events?type=MEMBER_JOIN&limit=100`
      const all = (await it.asOwner(path)).body as { events: { id: string }[] }
      expect(events.map(({ id }) => id)).toEqual(all.events.map(({ id }) => id))
    },
  },
  {
    says: 'What does the command about the rules say, exactly?',
    as: 'manager',
    at: `${rooms}/commands`,
    calls: [
      { tool: 'list_commands', input: { guild_id, limit: 50 }, answers: { ok: true }, toTheEnd: true },
      {
        tool: 'list_commands',
        input: (it) => {
          const all = it.parts(0).flatMap(({ commands }) => commands)
          return { guild_id, id: all.find(({ name }) => name === 'rules')!.id }
        },
        answers: { ok: true, command: { name: 'rules' } },
        toTheEnd: true,
      },
    ],
    async then(it) {
      const definition = it.parts(1).map((part) => part.definition)
      expect(JSON.parse(definition.join(''))).toMatchObject({
        response: { embed: { description: expect.stringContaining('No advertising') } },
      })
    },
  },
  {
    says: 'Get me October and all after it as a spreadsheet.',
    as: 'admin',
    at: rooms,
    calls: [
      {
        tool: 'export_stats',
        input: { guild_id, format: 'csv', from: 'October' },
        answers: refused('invalid_request', { path: 'from' }),
      },
      {
        tool: 'export_stats',
        input: { guild_id, format: 'csv', from: '2026-10-01' },
        answers: { ok: true, download: `/api/stats/${GUILD}/export?format=csv&from=2026-10-01` },
      },
    ],
    async then(it) {
      const { download, url } = it.told(1)
      expect(url).toBe(it.site.url + download)
      const file = await it.page.evaluate(async (address) => (await fetch(address)).text(), url)
      expect(file).toContain('guild_id,date')
      expect(await it.asReader(download)).toMatchObject({ status: 401 })
    },
  },
  {
    says: 'Does everything work, mail too?',
    as: 'manager',
    at: '/admin/guilds',
    calls: [
      {
        tool: 'read_integration_status',
        input: { guild_id },
        answers: { ok: true, status: expect.any(String) },
      },
      {
        tool: 'read_integration_status',
        input: { guild_id, slug: 'email' },
        answers: refused('not_found', { path: 'slug', hint: expect.stringContaining('mail') }),
      },
      {
        tool: 'read_integration_status',
        input: { guild_id, slug: 'mail' },
        answers: { ok: true, integrations: [{ slug: 'mail' }] },
      },
    ],
  },
  {
    says: 'Change what the command answers to “At ten.”, nothing else.',
    as: 'manager',
    at: `${rooms}/commands`,
    given: aCommand,
    calls: [
      {
        tool: 'save_command',
        input: ({ given }) => ({ guild_id, id: given.id, response: { content: 'At ten.' } }),
        answers: proposed(expect.stringMatching(/^Change response of the command/)),
      },
      {
        tool: 'save_command',
        input: (it) => ({
          ...{ guild_id, id: it.given.id, response: { content: 'At ten.' } },
          confirm_token: it.told(0).confirm_token,
        }),
        answers: { ok: true, command: { version: 2, description: 'When we answer' } },
      },
    ],
    then: async (it) =>
      expect(await it.asOwner(`/api/guilds/${GUILD}/commands/${it.given.id}`)).toMatchObject({
        body: { command: { name: it.given.name, response: { content: 'At ten.' } } },
      }),
    marks: ['save_command'],
  },
]
