import type { Client } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { greeting } from '#tests/browser/agent-tools/tasks/given.ts'
import { callTool, refusedTool } from '#tests/support/http/mcp.ts'

/**
 * Clients that a task has at hand: of the site, of a key with all scopes, of a key that only reads statistics, and of a
 * site whose limits apply, with the seconds that this client has waited.
 */
export type Hands = {
  site: Client
  api: Client
  poor: Client
  busy: { client: Client; waits: number[] }
  guild: string
  unique: string
}

/** What a person asks an agent to do, and the calls by which it is done. */
export type Task = { says: string; run(hands: Hands): Promise<void> }

type Results = { total: number; results: { id: string; title: string; url: string }[] }
type Page = { text: string; url: string; title: string; next_offset: number | null }
type List = { pages: { id: string; updated: string }[]; total: number; next_offset: number | null }
type Item = { id: string; name: string; version: number }
type Settings = { version: number; settings: { timezone: string; logging_enabled: boolean } }

const search = (site: Client, query: string) => callTool<Results>(site, 'search', { query })

const aCommand = (unique: string, more: object = {}) => ({
  name: `t${unique}`,
  description: 'Says hello',
  response: { type: 'message', content: 'Hello!' },
  ...more,
})
const create = async (api: Client, unique: string) =>
  (await callTool<{ command: Item }>(api, 'create_command', aCommand(unique))).command
const automate = async (api: Client, name: string) =>
  (await callTool<{ automation: Item }>(api, 'create_automation', { name, ...greeting })).automation

const reading: Task[] = [
  {
    says: 'Find out how runners talk to this site, and read all of it to me.',
    async run({ site }) {
      const { results } = await search(site, 'runner protocol')
      let text = ''
      for (let offset: number | null = 0; offset !== null;) {
        const part: Page = await callTool<Page>(site, 'fetch', { id: results[0]!.id, offset })
        text += part.text
        offset = part.next_offset
      }
      expect(text).toContain('WebSocket')
    },
  },
  {
    says: 'Quote what this site says about Markdown, with its address.',
    async run({ site }) {
      const page = await callTool<Page>(site, 'fetch', { id: '/docs/markdown' })
      expect(page.text).toContain('Accept: text/markdown')
      expect(new URL(page.url).pathname).toBe('/docs/markdown')
    },
  },
  {
    says: 'Which pages does the documentation have?',
    async run({ site }) {
      const found: string[] = []
      for (let offset: number | null = 0; offset !== null;) {
        const part: List = await callTool<List>(site, 'list_pages', { under: '/docs/', limit: 40, offset })
        found.push(...part.pages.map(({ id }) => id))
        offset = part.next_offset
      }
      expect(found).toContain('/docs/runner-protocol')
      expect(new Set(found).size).toBe(found.length)
    },
  },
  {
    says: 'Is there anything about qqzzxxvv? Otherwise tell me about feeds.',
    async run({ site }) {
      expect(await search(site, 'qqzzxxvv')).toEqual({ total: 0, results: [] })
      expect((await search(site, 'feeds')).results.map(({ id }) => id)).toContain('/docs/discovery')
    },
  },
  {
    says: 'What does the page about Markdown say? I forgot where it is.',
    async run({ site }) {
      const { code, error } = await refusedTool(site, 'fetch', { id: '/markdown' })
      expect([code, error]).toEqual(['not_found', expect.stringContaining('search or list_pages')])
      const { pages } = await callTool<List>(site, 'list_pages', { under: '/docs/markdown' })
      expect((await callTool<Page>(site, 'fetch', { id: pages[0]!.id })).title).toContain('Markdown')
    },
  },
  {
    says: 'How do I get a page as Markdown? One sentence with its source is enough.',
    async run({ site }) {
      type Answer = { answer: string; citations: { url: string }[] }
      const question = 'How do I get a page as Markdown?'
      const { answer, citations } = await callTool<Answer>(site, 'ask', { question })
      expect(answer).toContain(citations[0]!.url)
    },
  },
  {
    says: 'Who won the cup in 1954? Say so if this site does not know.',
    async run({ site }) {
      const told = await callTool<{ answer: string }>(site, 'ask', { question: 'Who won the cup in 1954?' })
      expect(told.answer).toContain('Not covered here')
    },
  },
  {
    says: 'Answer eleven questions, although the site allows ten a minute.',
    async run({ busy: { client, waits } }) {
      for (let nth = 1; nth <= 10; nth++) await callTool(client, 'ask', { question: `What is feed ${nth}?` })
      expect(waits).toEqual([])
      expect(await callTool(client, 'ask', { question: 'What is a feed?' })).toHaveProperty('answer')
      expect(waits).toEqual([expect.any(Number)])
      expect(waits[0]).toBeGreaterThan(0)
    },
  },
  {
    says: 'Learn how to call the API of this site from its skill.',
    async run({ site }) {
      const { resources } = await site.listResources()
      const { uri } = resources.find(({ name }) => name === 'call-the-api')!
      const { contents } = await site.readResource({ uri })
      expect(contents[0]).toMatchObject({ text: expect.stringContaining('Authorization: Bearer') })
    },
  },
]

const serverTasks: Task[] = [
  {
    says: 'How many messages were there in the last 30 days?',
    async run({ api, guild }) {
      type Report = {
        guild_id: string
        totals: { message_count: number }
        daily_stats: { message_count: number }[]
      }
      const { guild_id, totals, daily_stats } = await callTool<Report>(api, 'read_stats', { days: 30 })
      const sum = daily_stats.reduce((all, day) => all + day.message_count, 0)
      expect([guild_id, daily_stats.length, totals.message_count]).toEqual([guild, 30, sum])
    },
  },
  {
    says: 'Is anything of the bot broken?',
    async run({ api }) {
      type Report = { status: string; integrations: { slug: string; status: string }[] }
      const { integrations } = await callTool<Report>(api, 'read_integration_status')
      expect(integrations.map(({ slug }) => slug)).toContain('discord-gateway')
    },
  },
  {
    says: 'Set the time zone of the server to Paris.',
    async run({ api }) {
      const { version } = await callTool<Settings>(api, 'read_settings')
      const settings = { timezone: 'Europe/Paris' }
      expect(await callTool(api, 'update_settings', { version, settings })).toMatchObject({ settings })
    },
  },
  {
    says: 'Change the settings, although another person changes them at the same time.',
    async run({ api }) {
      const { version } = await callTool<Settings>(api, 'read_settings')
      await callTool(api, 'update_settings', { version, settings: { timezone: 'Europe/Rome' } })
      const mine = { version, settings: { timezone: 'Europe/Oslo' } }
      const { code, current } = await refusedTool(api, 'update_settings', mine)
      expect(code).toBe('precondition_failed')
      const again = { ...mine, version: current!.version }
      expect(await callTool(api, 'update_settings', again)).toMatchObject({ settings: mine.settings })
    },
  },
  {
    says: 'Create a command that says hello. The first response is lost on the way.',
    async run({ api, unique }) {
      const input = { ...aCommand(unique), idempotency_key: `task-${unique}` }
      const first = await callTool<{ command: Item }>(api, 'create_command', input)
      expect(await callTool(api, 'create_command', input)).toEqual(first)
      const { id, name } = first.command
      expect(await callTool(api, 'list_commands', { id })).toMatchObject({ commands: [{ id, name }] })
    },
  },
  {
    says: 'Create a command. I did not say what it responds.',
    async run({ api, unique }) {
      const { issues } = await refusedTool(api, 'create_command', { name: `t${unique}` })
      expect(issues!.map(({ path }) => path)).toContain('response')
      await create(api, unique)
    },
  },
  {
    says: 'Correct the description of a command, and keep the rest.',
    async run({ api, unique }) {
      const { id, version } = await create(api, unique)
      const change = { id, version, description: 'Greets you' }
      const { command } = await callTool<{ command: object }>(api, 'update_command', change)
      expect(command).toMatchObject({ ...aCommand(unique), description: 'Greets you' })
    },
  },
  {
    says: 'Delete the command with the wrong id that I remember, or else by its name.',
    async run({ api, unique }) {
      const made = await create(api, unique)
      const unknown = { id: '01JDEM00000000000000000000', version: 1 }
      expect(await refusedTool(api, 'delete_command', unknown)).toMatchObject({ code: 'not_found' })
      const { commands } = await callTool<{ commands: Item[] }>(api, 'list_commands', { limit: 100 })
      const { id, version } = commands.find(({ name }) => name === made.name)!
      expect(await callTool(api, 'delete_command', { id, version })).toEqual({ id, deleted: true })
    },
  },
  {
    says: 'Greet new members, but try it first.',
    async run({ api, unique }) {
      const { id, version } = await automate(api, `Greet ${unique}`)
      expect(await callTool(api, 'test_automation', { id })).toMatchObject({
        actions: [{ type: 'SEND_MESSAGE' }],
      })
      const enabled = await callTool(api, 'update_automation', { id, version, enabled: true })
      expect(enabled).toMatchObject({ automation: { enabled: true, actions: greeting.actions } })
    },
  },
  {
    says: 'Remove the automation that greets.',
    async run({ api, unique }) {
      const { id, version } = await automate(api, `Greet ${unique}`)
      await callTool(api, 'delete_automation', { id, version })
      expect(await refusedTool(api, 'list_automations', { id })).toMatchObject({ code: 'not_found' })
    },
  },
  {
    says: 'Change a setting with a key that only reads statistics.',
    async run({ poor }) {
      const { tools } = await poor.listTools()
      expect(tools.map(({ name }) => name)).not.toContain('update_settings')
      const call = { name: 'update_settings', arguments: { version: 0, settings: {} } }
      await expect(poor.callTool(call)).rejects.toMatchObject({ code: -32602 })
      expect(poor.getInstructions()).toContain('Scopes: stats:read.')
    },
  },
]

export const tasks: Task[] = [...reading, ...serverTasks]
