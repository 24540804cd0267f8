import { afterEach, expect, test, vi } from 'vitest'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, asCreated, aMember, aUser, newId } from '#tests/mocks/fake-discord-world.ts'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { until } from '#tests/support/discord/runners.ts'

vi.setConfig({ testTimeout: 60_000 })

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

/** Guilds whose ids place them on the shards 0, 1 and 2 of three. */
const guilds = [3n, 4n, 5n].map((time) => aGuild({ id: String((time * 100_000_000_000n) << 22n) }))
const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 3n)

test('the runner opens the recommended shards in groups, and reports all guilds', async () => {
  expect(guilds.map(({ id }) => shardOf(id)).toSorted()).toEqual([0, 1, 2])
  const discord = await fakeDiscord({ guilds, shards: { count: 3, concurrency: 2 } })
  undo.unshift(() => discord.stop())
  const one = await startGateway({ discord })
  undo.unshift(one.close)
  const { identifies } = discord.gateway
  await until(() => identifies.length === 3, 'three identify', 30_000)
  expect(identifies.map(({ shard }) => shard).toSorted()).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ])
  // Two may identify within five seconds.
  const [first, second, third] = identifies.map(({ at }) => at)
  expect(second! - first!).toBeLessThan(4_000)
  expect(third! - first!).toBeGreaterThan(4_000)

  const reported = () => one.service.all('directory').map(({ d }) => `${d.guild_id} ${d.kind}`)
  await until(() => new Set(reported()).size === 9, 'all are reported', 20_000)
  const lists = one.service.all('guilds').map(({ d }) => [d.shard, d.shards, d.guild_ids])
  for (const { id } of guilds) expect(lists).toContainEqual([shardOf(id), 3, [id]])
  for (const guild of guilds) {
    const message = { id: newId(), channel_id: guild.channels[1]!.id, guild_id: guild.id, author: aUser() }
    discord.addMessage({ ...message, content: 'hi', member: aMember() })
  }
  const events = await one.some('MESSAGE_CREATE', 3)
  expect(events.map(({ guild_id }) => guild_id).toSorted()).toEqual(guilds.map(({ id }) => id).toSorted())
  // A guild that is added later arrives once, in the session of its shard.
  const late = aGuild({ id: String((6n * 100_000_000_000n) << 22n) })
  discord.gateway.dispatch('GUILD_CREATE', asCreated(late))
  await until(
    () => reported().filter((each) => each === `${late.id} channels`).length === 1,
    'it is reported',
    10_000,
  )
})
