import { snowflake } from '#tests/support/http/client.ts'
import { expect } from 'vitest'
import { proposal, refused, type Case, type Making, type WithEntry } from '#tests/clients/case.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD
const automation = '01JDEM00000000000000000001'
const greet = {
  id: 'greet',
  type: 'SEND_MESSAGE',
  config: { channel_id: '300000000000000006', content: 'Hi' },
}
const response = { content: 'At nine.' }
const description = 'When the people behind this site answer questions, and what to do meanwhile.'

type Call = Pick<Case, 'tool' | 'input' | 'expect'>

const fields = (unique: string) => ({
  type: 'page',
  slug: `c-${unique}`,
  title: `Hours ${unique}`,
  description,
})
const drafted = async ({ unique, call }: Making) =>
  ((await call('draft_entry', fields(unique))) as WithEntry).entry

const ofContent: Call[] = [
  { tool: 'list_entries', input: { type: 'doc', limit: 3 }, expect: { ok: true, entries: { length: 3 } } },
  { tool: 'list_entries', input: { type: 'poem' }, expect: refused('invalid_request', 'type') },
  {
    tool: 'read_entry',
    input: { type: 'doc', id: 'file:runner-protocol' },
    expect: { ok: true, version: 0, body: expect.any(String), next_offset: expect.any(Number) },
  },
  {
    tool: 'draft_entry',
    input: ({ unique }) => fields(unique),
    expect: { ok: true, entry: { status: 'draft', version: 1 }, undo: { tool: 'undo_action' } },
  },
  {
    tool: 'update_entry',
    async input(making) {
      const { type, id } = await drafted(making)
      return { type, id, title: `Other hours ${making.unique}` }
    },
    expect: { ok: true, entry: { version: 2 }, undo: { tool: 'undo_action' } },
  },
  {
    tool: 'publish_entry',
    async input(making) {
      const { type, id, version } = await drafted(making)
      return { type, id, version }
    },
    expect: proposal,
  },
]

const ofGuilds: Call[] = [
  { tool: 'list_guilds', input: {}, expect: { ok: true, guilds: [{ id: GUILD }] } },
  { tool: 'read_stats', input: { guild_id, days: 7 }, expect: { ok: true, totals: expect.any(Object) } },
  { tool: 'read_stats', input: { guild_id: '999' }, expect: refused('not_found') },
  {
    tool: 'export_stats',
    input: { guild_id, format: 'csv' },
    expect: { ok: true, download: `/api/stats/${GUILD}/export?format=csv` },
  },
  { tool: 'list_events', input: { guild_id, limit: 2 }, expect: { ok: true, events: { length: 2 } } },
  { tool: 'list_commands', input: { guild_id, limit: 2 }, expect: { ok: true, commands: { length: 2 } } },
  {
    tool: 'save_command',
    input: ({ unique }) => ({ guild_id, name: `c${unique}`, description: 'Our hours', response }),
    expect: proposal,
  },
  {
    tool: 'list_automations',
    input: { guild_id, id: automation },
    expect: { ok: true, automation: { id: automation }, definition: expect.any(String) },
  },
  {
    tool: 'test_automation',
    input: { guild_id, id: automation },
    expect: { ok: true, event: { type: 'MEMBER_JOIN' }, actions: { length: 2 } },
  },
  {
    tool: 'save_automation',
    input: ({ unique }) => ({
      ...{ guild_id, name: `Greet ${unique}`, trigger: { events: ['MEMBER_JOIN'] }, actions: [greet] },
    }),
    expect: proposal,
  },
  { tool: 'read_settings', input: { guild_id }, expect: { ok: true, settings: { timezone: 'UTC' } } },
  {
    tool: 'update_settings',
    input: ({ unique }) => ({ guild_id, log_channel_id: String(3e17 + parseInt(unique.slice(-7), 36)) }),
    expect: proposal,
  },
  {
    tool: 'read_integration_status',
    input: { guild_id, slug: 'discord' },
    expect: { ok: true, integrations: [{ slug: 'discord' }] },
  },
]

/** What editors and administrators call in the console. */
export const consoleCases: Case[] = [
  ...ofContent.map((call): Case => ({ page: '/admin/content', role: 'editor', ...call })),
  ...ofGuilds.map((call): Case => ({ page: `/admin/guilds/${GUILD}`, role: 'admin', ...call })),
  {
    ...{ page: `/admin/guilds/${GUILD}/automations`, role: 'admin', tool: 'run_automation', lasts: true },
    // Another member each time, because the automation has a cooldown for each.
    input: () => ({
      ...{ guild_id, id: automation },
      event: { type: 'MEMBER_JOIN', actor: { id: snowflake(), name: 'Ada', is_bot: false } },
    }),
    expect: proposal,
  },
]
