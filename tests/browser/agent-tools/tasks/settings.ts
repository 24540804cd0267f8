import { expect } from 'vitest'
import { aGuild } from '#tests/browser/agent-tools/tasks/given.ts'
import {
  confirmed,
  proposed,
  refused,
  undone,
  type It,
  type Step,
  type Task,
} from '#tests/browser/agent-tools/tasks/task.ts'

/** A change of the settings of a guild of its own. */
const setting = (change: object, answers: Step['answers']): Step => ({
  tool: 'update_settings',
  input: ({ given }) => ({ guild_id: given.id, ...change }),
  answers,
})
const settingsOf = (it: It) => it.asOwner(`/api/guilds/${it.given.id}/settings`)
const roomsOfGiven = (it: It) => `/admin/guilds/${it.given.id}/settings`
const excluded = ['300000000000000001']
const change = { excluded_channels: excluded, timezone: 'Europe/Paris' }
const before = { excluded_channels: [], timezone: 'UTC' }

export const settingsTasks: Task[] = [
  {
    says: 'We moved to Paris, and the test channel should not count. No, put it back.',
    as: 'admin',
    at: roomsOfGiven,
    given: aGuild,
    calls: [
      {
        tool: 'read_settings',
        input: ({ given }) => ({ guild_id: given.id }),
        answers: { ok: true, version: 0, settings: before },
      },
      setting(
        change,
        proposed('Change excluded_channels and timezone in the settings', { from: before, to: change }),
      ),
      confirmed(1, setting(change, { ok: true, version: 1 })),
      {
        tool: 'read_settings',
        input: ({ given }) => ({ guild_id: given.id }),
        answers: { ok: true, version: 1, settings: change },
      },
      undone(2, proposed('Undo: Changed excluded_channels and timezone in the settings')),
      confirmed(4, undone(2, { ok: true, summary: expect.stringMatching(/^Undone: /) })),
    ],
    then: async (it) =>
      expect(await settingsOf(it)).toMatchObject({
        body: { version: 2, settings: before },
      }),
    marks: ['update_settings', 'undo_action'],
  },
  {
    says: 'Switch the automations off, and leave the other parts alone.',
    as: 'owner',
    at: roomsOfGiven,
    given: aGuild,
    calls: [
      setting({ modules: { automations: false } }, proposed('Change modules in the settings')),
      confirmed(0, setting({ modules: { automations: false } }, { ok: true, version: 1 })),
    ],
    then: async (it) =>
      expect(await settingsOf(it)).toMatchObject({
        body: {
          settings: { modules: { commands: true, automations: false, statistics: true, logging: true } },
        },
      }),
    marks: ['update_settings'],
  },
  {
    says: 'Our clocks are set to Rome.',
    as: 'admin',
    at: roomsOfGiven,
    given: aGuild,
    calls: [
      setting({}, refused('invalid_request', { hint: expect.stringContaining('retention') })),
      setting({ timezone: 'Rome' }, refused('invalid_request', { path: 'settings.timezone' })),
      setting({ timezone: 'Europe/Rome' }, proposed('Change timezone in the settings')),
      confirmed(
        2,
        setting({ timezone: 'Europe/Rome' }, { ok: true, summary: 'Changed timezone in the settings' }),
      ),
      setting({ retention: { raw_event_days: 90 } }, { ok: true, summary: 'The settings are unchanged' }),
    ],
    then: async (it) =>
      expect(await settingsOf(it)).toMatchObject({ body: { settings: { timezone: 'Europe/Rome' } } }),
    marks: ['update_settings'],
  },
]
