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
const half = { enabled: true, message: 'Hello there' }
const whole = { ...half, channel_id: '300000000000000006' }
const language = { locale: 'fr', timezone: 'Europe/Paris' }

export const settingsTasks: Task[] = [
  {
    says: 'We moved to Paris: change language and time. No, we did not; put it back.',
    as: 'admin',
    at: roomsOfGiven,
    given: aGuild,
    calls: [
      {
        tool: 'read_settings',
        input: ({ given }) => ({ guild_id: given.id }),
        answers: { ok: true, version: 0, settings: { locale: 'en-US', timezone: 'UTC' } },
      },
      setting(
        language,
        proposed('Change locale and timezone in the settings', {
          ...{ from: { locale: 'en-US', timezone: 'UTC' }, to: language },
        }),
      ),
      confirmed(1, setting(language, { ok: true, version: 1 })),
      {
        tool: 'read_settings',
        input: ({ given }) => ({ guild_id: given.id }),
        answers: { ok: true, version: 1, settings: language },
      },
      undone(2, proposed('Undo: Changed locale and timezone in the settings')),
      confirmed(4, undone(2, { ok: true, summary: expect.stringMatching(/^Undone: /) })),
    ],
    then: async (it) =>
      expect(await settingsOf(it)).toMatchObject({
        body: { version: 2, settings: { locale: 'en-US', timezone: 'UTC' } },
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
    says: 'Welcome everybody who joins with “Hello there”.',
    as: 'admin',
    at: roomsOfGiven,
    given: aGuild,
    calls: [
      setting({}, refused('invalid_request', { hint: expect.stringContaining('welcome') })),
      setting({ welcome: half }, proposed('Change welcome in the settings')),
      confirmed(
        1,
        setting(
          { welcome: half },
          {
            ok: false,
            error: { code: 'invalid_request', message: expect.stringContaining('enter a channel') },
          },
        ),
      ),
      setting({ welcome: whole }, proposed('Change welcome in the settings')),
      confirmed(3, setting({ welcome: whole }, { ok: true, summary: 'Changed welcome in the settings' })),
      setting({ retention: { raw_event_days: 90 } }, { ok: true, summary: 'The settings are unchanged' }),
    ],
    then: async (it) =>
      expect(await settingsOf(it)).toMatchObject({ body: { settings: { welcome: { enabled: true } } } }),
    marks: ['update_settings'],
  },
]
