import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEvents } from '#app/features/events/log.server.ts'
import { answerInteraction } from '#app/features/interactions/interactions.server.ts'
import { recordEventsOfKey } from '#app/features/runners/report-events.server.ts'
import { reportEventsInput } from '#app/features/runners/schema.ts'
import { readFrame } from '#app/http/runner/frames.server.ts'
import { handleFrames } from '#app/http/runner/handlers.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import {
  aCommand,
  aGuild,
  anEvent,
  anInteraction,
  discord,
  keyOf,
  openTestApp,
  runner,
  type TestApp,
} from '#tests/support/factories.ts'

const hidden = 'A\u202ed\u200ba\n'
const names = {
  actor: { id: '100', name: hidden, is_bot: false },
  target: { id: '7', kind: 'role', name: `${hidden}\u{e0100}` },
  channel: { id: '500', name: `x${'\u0489'.repeat(50)}` },
}
const cleaned = {
  actor: { name: 'Ada' },
  target: { name: 'Ada' },
  channel: { name: `x${'\u0489'.repeat(4)}` },
}

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())
  const eventsOf = async (guildId: string) => (await listEvents(it.ctx(), { guildId, limit: 50 })).events

  test('names of the events of runners and keys have no invisible characters', async () => {
    const { id } = await aGuild(it)
    const { guild_id, ...event } = anEvent({ guild_id: id, ...names })
    const events = [{ guild_id, ...event, id: 'of-a-runner' }]
    const frame = readFrame(JSON.stringify({ op: 'events', d: { batch_id: 'b', events } }), true)
    expect(frame).toMatchObject({ rejected: [] })
    await handleFrames(it.ctx(runner()), 's', [frame as Parameters<typeof handleFrames>[2][number]])
    const key = { ...keyOf(id), grants: ['events:report'] } as Parameters<TestApp['ctx']>[0]
    await recordEventsOfKey(it.ctx(key), reportEventsInput.parse({ events: [event] }))
    expect(await eventsOf(id)).toMatchObject([cleaned, cleaned])
  })

  test('names of an interaction have no invisible characters', async () => {
    const { id } = await aGuild(it)
    await aCommand(it, id)
    const interaction = anInteraction(id, {
      channel: { id: '500', name: names.channel.name },
      member: { user: { id: '100', username: 'ada', global_name: hidden } },
    })
    await answerInteraction(it.ctx(discord), interaction)
    const [event] = await eventsOf(id)
    expect(event).toMatchObject({ type: 'COMMAND_USE', actor: cleaned.actor, channel: cleaned.channel })
  })

  test('ids of the events of keys are printable ASCII', () => {
    const { guild_id: _, ...event } = anEvent({ guild_id: '1' })
    const isAllowed = (id: string) => reportEventsInput.safeParse({ events: [{ ...event, id }] }).success
    expect(['shop-order-1042', 'GUILD_MEMBER_ADD:a b/c?d=%&', '~'].map(isAllowed)).toEqual([true, true, true])
    expect(['é', 'a\u202eb', 'a\nb', '\u200b', ''].map(isAllowed)).toEqual(Array(5).fill(false))
  })
})
