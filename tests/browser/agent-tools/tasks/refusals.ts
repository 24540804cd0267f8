import { aGuild } from '#tests/browser/agent-tools/tasks/given.ts'
import { proposed, refused, type Step, type Task } from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD
const commands = `/admin/guilds/${GUILD}/commands`
const absent = (...tools: string[]): Step[] => tools.map((tool) => ({ tool, answers: 'not offered' }))
/** Shows that the page has come to know who looks at it. */
const known: Step = { tool: 'undo_action', input: { action_id: 'a999' }, answers: refused('not_found') }

export const refusalTasks: Task[] = [
  {
    says: 'Publish something for me, or change how the bot is set up.',
    as: 'member',
    at: '/',
    calls: [
      known,
      ...absent('draft_entry', 'publish_entry', 'list_entries', 'update_settings', 'list_guilds'),
    ],
  },
  {
    says: 'What is my name here? I am not signed in.',
    as: null,
    at: '/docs',
    calls: [
      { tool: 'search_site', input: { query: 'sign in' }, answers: { ok: true } },
      ...absent('get_my_profile', 'ask_assistant', 'undo_action', 'sign_out'),
    ],
  },
  {
    says: 'Write a page for the site. I only look after a server.',
    as: 'manager',
    at: commands,
    calls: [
      { tool: 'list_commands', input: { guild_id, limit: 1 }, answers: { ok: true } },
      { tool: 'get_my_profile', at: '/', answers: { ok: true, profile: { role: 'member' } } },
      ...absent('draft_entry', 'update_entry', 'save_command'),
    ],
  },
  {
    says: 'Change the settings of the server. I only write pages.',
    as: 'editor',
    at: '/admin/content',
    calls: [{ ...known }, ...absent('update_settings', 'read_settings', 'save_automation', 'list_guilds')],
  },
  {
    says: 'Read me the figures of the server 999; I mean the demo.',
    as: 'admin',
    at: '/admin/guilds',
    calls: [
      {
        tool: 'read_stats',
        input: { guild_id: 'demo' },
        answers: refused('invalid_request', { path: 'guild_id' }),
      },
      {
        tool: 'read_stats',
        input: { guild_id: '999' },
        answers: refused('not_found', { hint: 'List the resources, and use an id from the list.' }),
      },
      { tool: 'list_guilds', input: { query: 'Demo' }, answers: { ok: true } },
      {
        tool: 'read_stats',
        input: (it) => ({ guild_id: it.told(2).guilds[0]!.id, days: 7 }),
        answers: { ok: true, guild_id: GUILD },
      },
    ],
  },
  {
    says: 'Look into the server of the others.',
    as: 'manager',
    at: '/admin/guilds',
    given: aGuild,
    calls: [
      { tool: 'list_guilds', answers: { ok: true, total: 1, guilds: [{ id: GUILD }] } },
      {
        tool: 'read_settings',
        input: ({ given }) => ({ guild_id: given.id }),
        answers: refused('forbidden', {
          hint: 'The signed-in person does not have permission for this action. An administrator can grant it.',
        }),
      },
    ],
  },
  {
    says: 'Make a command called ping.',
    as: 'admin',
    at: commands,
    calls: [
      {
        tool: 'save_command',
        input: { guild_id, name: 'ping', description: 'Says pong', response: { content: 'Pong.' } },
        answers: proposed('Create the command “ping”'),
      },
      {
        tool: 'save_command',
        input: (it) => ({
          ...{ guild_id, name: 'ping', description: 'Says pong', response: { content: 'Pong.' } },
          confirm_token: it.told(0).confirm_token,
        }),
        answers: refused('conflict'),
      },
    ],
  },
]
