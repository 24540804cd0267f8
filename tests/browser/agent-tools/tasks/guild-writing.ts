import { expect } from 'vitest'
import { greeting } from '#tests/browser/agent-tools/tasks/given.ts'
import {
  confirmed,
  proposed,
  refused,
  undone,
  type Step,
  type Task,
} from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD
const rooms = `/admin/guilds/${GUILD}`
const making: Step = {
  tool: 'save_command',
  input: ({ unique }) => ({
    ...{ guild_id, name: `c${unique}`, description: 'When we answer', response: { content: 'At nine.' } },
  }),
  answers: proposed(expect.stringMatching(/^Create the command “c/)),
}
const made = confirmed(0, { ...making, answers: { ok: true, command: { version: 1, enabled: true } } })
const saving: Step = {
  tool: 'save_automation',
  input: ({ unique }) => ({ guild_id, name: `Greet ${unique}`, ...greeting }),
  answers: proposed(expect.stringMatching(/^Create the automation “Greet/)),
}
export const guildWritingTasks: Task[] = [
  {
    says: 'Make a command that says when we answer. Is it there? Fine, now remove it.',
    as: 'manager',
    at: `${rooms}/commands`,
    calls: [
      making,
      made,
      {
        tool: 'list_commands',
        input: (it) => ({ guild_id, id: it.told(1).command.id }),
        answers: { ok: true, definition: expect.stringContaining('At nine.') },
      },
      undone(1),
      {
        tool: 'list_commands',
        input: (it) => ({ guild_id, id: it.told(1).command.id }),
        answers: refused('not_found', { hint: 'List the resources, and use an id from the list.' }),
      },
    ],
    then: async (it) =>
      expect(await it.asOwner(`/api/guilds/${GUILD}/commands/${it.told(1).command.id}`)).toMatchObject({
        status: 404,
      }),
    marks: ['save_command', 'undo_action'],
  },
  {
    says: 'Make that command, yes; and make sure that it was made.',
    as: 'admin',
    at: `${rooms}/commands`,
    calls: [making, made, { ...made, answers: { ok: true, repeated: true } }],
    async then(it) {
      const { commands } = (await it.asOwner(`/api/guilds/${GUILD}/commands?limit=100`)).body as {
        commands: { name: string }[]
      }
      expect(commands.filter(({ name }) => name === `c${it.unique}`)).toHaveLength(1)
      await expect.poll(() => it.page.getByText(`c${it.unique}`).count()).toBeGreaterThan(0)
    },
    marks: ['save_command'],
  },
  {
    says: 'Make a command called What Time. Oh, small letters only? Then so.',
    as: 'admin',
    at: `${rooms}/commands`,
    calls: [
      {
        tool: 'save_command',
        input: { guild_id, description: 'Says it', response: { content: 'Late.' } },
        answers: refused('invalid_request', { path: 'name', hint: expect.stringContaining('Pass name') }),
      },
      {
        tool: 'save_command',
        input: { guild_id, name: 'What Time', description: 'Says it', response: { content: 'Late.' } },
        answers: refused('invalid_request', { path: 'name' }),
      },
      making,
    ],
  },
  {
    says: 'Let the bot greet whoever joins, but switched off for now. Try it, then throw it away.',
    as: 'manager',
    at: `${rooms}/automations`,
    calls: [
      saving,
      confirmed(0, { ...saving, answers: { ok: true, automation: { enabled: false, status: 'draft' } } }),
      {
        tool: 'test_automation',
        input: (it) => ({ guild_id, id: it.told(1).automation.id }),
        answers: { ok: true, event: { type: 'MEMBER_JOIN' }, actions: [{ id: 'greet', problems: [] }] },
      },
      undone(1),
    ],
    then: async (it) => {
      const path = `/api/guilds/${GUILD}/automations/${it.told(1).automation.id}`
      expect(await it.asOwner(path)).toMatchObject({ status: 404 })
    },
    marks: ['save_automation', 'undo_action'],
  },
]
