import { expect } from 'vitest'
import { anAutomation } from '#tests/browser/agent-tools/tasks/given.ts'
import { confirmed, proposed, refused, type Step, type Task } from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'

const guild_id = GUILD
const rooms = `/admin/guilds/${GUILD}`
const pausing: Step = {
  tool: 'save_automation',
  input: ({ given }) => ({ guild_id, id: given.id, enabled: false }),
  answers: proposed(expect.stringMatching(/^Change enabled of the automation “Greet/), {
    ...{ from: { enabled: true }, to: { enabled: false } },
  }),
}
const trying =
  (more: object = {}): Step['input'] =>
  ({ given }) => ({ guild_id, id: given.id, ...more })

const actor = { id: '200000000000000042', name: 'Ada', is_bot: false }

const running: Step = {
  tool: 'run_automation',
  input: ({ given }) => ({ guild_id, id: given.id, event: { type: 'MEMBER_JOIN', actor } }),
  answers: proposed('Run an automation now'),
}

export const automationTasks: Task[] = [
  {
    says: 'Run the greeting once, now.',
    as: 'manager',
    at: `${rooms}/automations`,
    given: anAutomation,
    calls: [running, confirmed(0, { ...running, answers: { ok: true, run: { id: expect.any(String) } } })],
    then: async (it) =>
      expect(await it.asOwner(`/api/guilds/${GUILD}/automations/${it.given.id}/runs`)).toMatchObject({
        body: { total: 1 },
      }),
    marks: ['run_automation'],
  },
  {
    says: 'Pause the greeting. Would it still greet the one who joined last? Then put it on again.',
    as: 'admin',
    at: `${rooms}/automations`,
    given: anAutomation,
    calls: [
      pausing,
      confirmed(0, { ...pausing, answers: { ok: true, automation: { enabled: false, status: 'paused' } } }),
      {
        tool: 'list_events',
        input: { guild_id, type: 'MEMBER_JOIN', limit: 1 },
        answers: { ok: true, events: { length: 1 } },
      },
      {
        tool: 'test_automation',
        input: (it) => ({ guild_id, id: it.given.id, event_id: it.told(2).events[0]!.id }),
        answers: (it) => ({
          ...{ ok: true, event: { id: it.told(2).events[0]!.id, type: 'MEMBER_JOIN' }, matched: true },
          actions: [{ id: 'greet', config: expect.stringMatching(/Hi, \w+/) }],
        }),
      },
      { tool: 'undo_action', input: (it) => it.told(1).undo.input, answers: proposed(expect.any(String)) },
      {
        tool: 'undo_action',
        input: (it) => ({ ...it.told(1).undo.input, confirm_token: it.told(4).confirm_token }),
        answers: { ok: true, summary: expect.stringMatching(/^Undone: Changed enabled/) },
      },
    ],
    then: async (it) =>
      expect(await it.asOwner(`/api/guilds/${GUILD}/automations/${it.given.id}`)).toMatchObject({
        body: { automation: { enabled: true, version: 3 } },
      }),
    marks: ['save_automation', 'undo_action'],
  },
  {
    says: 'What would the greeting do with somebody called Zoe, and what with a message?',
    as: 'manager',
    at: `${rooms}/automations`,
    given: anAutomation,
    calls: [
      {
        tool: 'test_automation',
        input: trying({ event: { type: 'MEMBER_JOIN', actor: { id: '1', name: 'Zoe', is_bot: false } } }),
        answers: { ok: true, triggered: true, actions: [{ config: expect.stringContaining('Hi, Zoe') }] },
      },
      {
        tool: 'test_automation',
        input: trying({ event: { type: 'MESSAGE_CREATE' } }),
        answers: { ok: true, triggered: false, reason: expect.any(String) },
      },
      {
        tool: 'test_automation',
        input: trying({ event: { type: 'NOBODY_KNOWS' } }),
        answers: refused('invalid_request', { path: 'event.type' }),
      },
      { tool: 'test_automation', input: trying(), answers: { ok: true, event: { type: 'MEMBER_JOIN' } } },
    ],
  },
  {
    says: 'Which automations are switched off, and how did the others go?',
    as: 'manager',
    at: `${rooms}/automations`,
    calls: [
      {
        tool: 'list_automations',
        input: { guild_id, enabled: false },
        answers: {
          ok: true,
          automations: expect.arrayContaining([
            expect.objectContaining({ name: 'Thread for every question' }),
          ]),
        },
      },
      {
        tool: 'list_automations',
        input: { guild_id, enabled: true },
        answers: {
          ok: true,
          automations: expect.arrayContaining([expect.objectContaining({ run_count: expect.any(Number) })]),
        },
        toTheEnd: true,
      },
    ],
  },
]
