import { vi } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import type { RunnerOptions } from '#app/runner/runner.server.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import type { FakeGuild } from '#tests/mocks/fake-discord-world.ts'
import { aRunner } from '#tests/support/discord/runners.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

type Setting = {
  guilds?: FakeGuild[]
  discord?: FakeDiscord
  folder?: string
  script?: Parameters<typeof aRunner>[1]
  over?: Partial<RunnerOptions>
  refusedIntents?: number
}

/** A runner that holds the gateway of a Discord of its own and reports to a service of its own. */
export async function startGateway({ guilds = [], script, over, refusedIntents, ...given }: Setting = {}) {
  const own = given.folder ? null : await temporaryFolder()
  const folder = given.folder ?? own!.path
  const discord = given.discord ?? (await fakeDiscord({ guilds }))
  if (refusedIntents) discord.gateway.refuseIntents(refusedIntents)
  const config = readConfig({ ...discord.env, DATA_DIR: folder })
  const one = await aRunner({ config, gateway: true, stopTimeout: 1_000, ...over }, script)
  /** What the service heard of, each event once. */
  const events = () => {
    const all = one.service.all('events').flatMap(({ d }) => d.events)
    return [...new Map(all.map((event) => [event.id, event])).values()]
  }
  const some = (type: GatewayEvent['type'], count = 1) =>
    vi.waitFor(
      () => {
        const found = events().filter((event) => event.type === type)
        if (found.length < count)
          throw new Error(`${found.length} ${type}; ${events().map((one) => one.type)}`)
        return found
      },
      { timeout: 10_000, interval: 10 },
    )
  const connected = () =>
    vi.waitFor(
      () => {
        const there = one.lines.filter(({ text }) => text === 'connected to Discord’s gateway')
        if (!there.length) throw new Error(one.lines.map(({ text }) => text).join('; '))
      },
      { timeout: 10_000, interval: 10 },
    )
  await connected()
  return {
    ...one,
    discord,
    folder,
    events,
    some,
    async close() {
      await one.close()
      if (!given.discord) await discord.stop()
      await own?.remove()
    },
  }
}
