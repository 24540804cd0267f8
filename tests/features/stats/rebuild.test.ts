import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEvents } from '#app/features/runners/report-events.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { reportStats } from '#app/features/stats/stats.server.ts'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, aPerson, keyOf, NOON, openTestApp, runner, type TestApp } from '#tests/support/factories.ts'
import { rebuildChannels, rebuildCommands, rebuildDay, rebuildHours } from '#tests/support/db/rebuild.ts'
import { tries } from '#tests/support/depth.ts'

const NOW = Date.parse(NOON)
const HOUR = 3600_000
const some = fc.constantFrom

/** Anything that may be told, in any order of time, by two guilds, with ids so few that many come twice. */
const happening = fc.record({
  guild: some(0, 1),
  id: fc.integer({ min: 0, max: 40 }).map(String),
  type: some<GatewayEvent['type']>(
    ...(['MEMBER_JOIN', 'MEMBER_LEAVE', 'MESSAGE_CREATE', 'MESSAGE_CREATE', 'COMMAND_USE'] as const),
    ...(['VOICE_JOIN', 'VOICE_JOIN', 'VOICE_LEAVE', 'VOICE_LEAVE', 'REACTION_ADD', 'VOICE_MOVE'] as const),
  ),
  // Eleven days back, and a day ahead of the clock.
  time: fc.oneof(
    fc.integer({ min: NOW - 264 * HOUR, max: NOW + 24 * HOUR }),
    fc.integer({ min: NOW, max: NOW + HOUR / 6 }),
    fc.integer({ min: 1, max: 11 }).map((days) => Date.parse('2026-11-21') - days * 24 * HOUR),
  ),
  who: some('1', '2', '3', null),
  channel: some('700', '701', null),
  name: some('here', 'there', 'elsewhere'),
  data: some<GatewayEvent['data']>({}, { command: 'a' }, { command: 'b', failed: true }, { failed: true }),
})

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never
const batches = fc.array(fc.array(happening, { maxLength: 30 }), { minLength: 1, maxLength: 6 })

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  async function hoursOf(guild: string) {
    const rows = await it.app.db
      .selectFrom('hourly_stats')
      .selectAll()
      .where('guild_id', '=', guild)
      .execute()
    return Object.fromEntries(
      rows.map(({ date, hour, message_count, total_events }) => [
        `${date} ${hour}`,
        { message_count, total_events },
      ]),
    )
  }

  test('statistics of any events in any batches equal a plain recount', async () => {
    const check = async (list: Happening[][]) => {
      const guilds = [(await aGuild(it)).id, (await aGuild(it)).id]
      const told = list.map((batch) =>
        batch.map(({ guild, id, type, time, who, channel, name, data }) => ({
          id,
          type,
          guild_id: guilds[guild]!,
          occurred_at: new Date(time).toISOString(),
          actor: who === null ? null : aPerson(who),
          target: null,
          channel: channel === null ? null : { id: channel, name },
          data,
        })),
      )
      let recorded = 0
      for (const events of told) {
        const answer = await recordEvents(it.ctx(runner()), { events })
        expect(answer.recorded + answer.duplicates).toBe(events.length)
        recorded += answer.recorded
      }
      const all = told.flat()
      expect(recorded).toBe(new Set(all.map(({ guild_id, id }) => `${guild_id} ${id}`)).size)
      for (const guild of guilds) {
        const report = await reportStats(it.ctx(keyOf(guild)), { days: 20 })
        for (const day of report.daily_stats) {
          expect(day, day.date).toMatchObject(rebuildDay(guild, all, NOW, day.date))
        }
        expect(await hoursOf(guild)).toEqual(rebuildHours(guild, all, NOW))
        const channels = report.top_channels.map(({ channel_id, ...rest }) => [channel_id, rest] as const)
        expect(Object.fromEntries(channels)).toEqual(rebuildChannels(guild, all, NOW))
        const commands = report.top_commands.map(({ name, ...rest }) => [name, rest] as const)
        expect(Object.fromEntries(commands)).toEqual(rebuildCommands(guild, all, NOW))
      }
    }
    await fc.assert(fc.asyncProperty(batches, check), tries(25))
  })
})
