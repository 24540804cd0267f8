import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Actor } from '#app/access.ts'
import { saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import { reportGuild } from '#app/features/guilds/reports.server.ts'
import type { ChosenState, GuildReport } from '#app/features/guilds/schema.ts'
import { listAllGuilds, setGuildState } from '#app/features/guilds/states.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild } from '#tests/mocks/fake-discord-world.ts'
import { aSnowflake, NOON, openTestApp, runner, type TestApp } from '#tests/support/factories.ts'

/** The application of the reports. */
export const application_id = '900000000000000001'

/** Opens an app and a fake Discord whose servers change their states. Each test starts at noon with the default policy. */
export function guildStatesOn(engine: string) {
  const opened = {} as { it: TestApp; world: FakeDiscord }
  beforeAll(async () => {
    opened.world = await fakeDiscord()
    opened.it = await openTestApp(engine, opened.world.env)
  })
  afterEach(async () => {
    opened.it.at(NOON)
    await policy('allow_list')
  })
  afterAll(async () => {
    await opened.it.close()
    await opened.world.stop()
  })

  const ctx = (actor?: Actor) => opened.it.ctx(actor)
  const policy = (policy: 'allow_list' | 'ask' | 'open', leave_after_days: 7 | null = null) =>
    saveGuildPolicy(ctx(), { policy, leave_after_days })
  const report = (guild_id: string, over: Partial<GuildReport> = {}) =>
    reportGuild(ctx(runner()), {
      ...{ guild_id, state: 'available', name: 'Harbour', member_count: 7, application_id },
      ...over,
    })
  /** Adds the bot to a new server of the fake Discord, and reports the server. */
  async function appears(over: Partial<GuildReport> = {}) {
    const id = aSnowflake()
    opened.world.guilds.set(id, aGuild({ id }))
    await report(id, over)
    return id
  }
  const guild = async (id: string) => (await listAllGuilds(ctx())).find((one) => one.id === id)
  const stateOf = async (id: string) => (await guild(id))?.state
  const set = (id: string, state: ChosenState) => setGuildState(ctx(), { id, state })
  return { opened, ctx, policy, report, appears, guild, stateOf, set }
}
