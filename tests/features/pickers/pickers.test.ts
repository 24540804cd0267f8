import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { createAutomation } from '#app/features/automations/automations.server.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { knownDirectory } from '#app/features/pickers/pickers.server.ts'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import { anAdministrator } from '#tests/support/db/management.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aGuild,
  anEvent,
  openTestApp,
  refusalOf,
  runner,
  userWith,
  type TestApp,
} from '#tests/support/factories.ts'

const general = { id: '300000000000000001', name: 'general' }
const ada = { id: '200000000000000042', name: 'Ada', is_bot: false }
const newcomer = { id: '400000000000000002', kind: 'role', name: 'Newcomer' }

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  let admin: Context
  beforeAll(async () => {
    it = await openTestApp(engine)
    admin = await anAdministrator(it)
  })
  afterAll(() => it.close())

  test('a directory has names from events and ids from automations', async () => {
    const { id: guildId } = await aGuild(it)
    const events = [
      anEvent({ guild_id: guildId, actor: ada, channel: general }),
      anEvent({ guild_id: guildId, type: 'MEMBER_ROLE_ADD', actor: ada, channel: null, target: newcomer }),
    ]
    await recordEvents(it.ctx(runner()), { events })
    const act = (id: string, type: string, config: object) => ({ id, type, config })
    const input = automationInput.parse({
      name: 'Greets',
      trigger: { events: ['MEMBER_JOIN'] },
      actions: [
        act('a', 'SEND_MESSAGE', { channel_id: '300000000000000009', content: 'Hi' }),
        act('b', 'ADD_ROLE', { role_id: newcomer.id }),
      ],
    })
    await createAutomation(admin, { guildId, ...input })
    expect(await knownDirectory(admin, { guildId })).toEqual({
      channel: [
        { ...general, note: '' },
        { id: '300000000000000009', name: null, note: 'used in Greets' },
      ],
      role: [{ id: newcomer.id, name: 'Newcomer', note: '' }],
      user: [{ id: ada.id, name: 'Ada', note: '' }],
      category: [],
      emoji: [],
      searchUrl: null,
      asOf: null,
    })
  })

  test('only users with access to the guild can read its directory', async () => {
    const { id: guildId } = await aGuild(it)
    const asked = () => knownDirectory(it.ctx(userWith('member')), { guildId })
    expect((await refusalOf(asked)).code).toBe('forbidden')
  })
})
