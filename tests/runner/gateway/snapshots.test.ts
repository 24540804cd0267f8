import { afterEach, expect, test } from 'vitest'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { privileged } from '#tests/mocks/fake-discord-gateway.ts'
import { aGuild, aMember, aUser } from '#tests/mocks/fake-discord-world.ts'
import { shortenTimers } from '#tests/support/hurry.ts'
import { until } from '#tests/support/discord/runners.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function start(given: Parameters<typeof startGateway>[0]) {
  const one = await startGateway(given)
  undo.unshift(one.close)
  return one
}

const robot = () => aMember({ user: aUser({ bot: true }) })
const often = { snapshotTimes: { least: 50, most: 400 } }
const harbour = () => aGuild({ members: [aMember(), aMember(), robot()], online: 2, boosts: 7 })

test('a guild is counted when the bot meets it', async () => {
  const guild = harbour()
  const { heard, discord } = await start({ guilds: [guild] })
  const [snapshot] = await heard('snapshot')
  expect(snapshot!.d).toEqual({
    guild_id: guild.id,
    member_count: 3,
    human_count: 2,
    bot_count: 1,
    online_count: 2,
    channel_count: 3,
    role_count: 1,
    emoji_count: 1,
    boost_count: 7,
    boost_level: 1,
  })
  expect(discord.callsOf('GET', `/guilds/${guild.id}`)[0]!.query.get('with_counts')).toBe('true')
})

test('when Discord does not say who is online, that alone is missing', async () => {
  const guild = harbour()
  const world = await start({ guilds: [guild], over: often })
  world.discord.trouble(`/guilds/${guild.id}`, { status: 403, body: { message: 'No', code: 50001 } })
  await until(() => world.service.all('snapshot').some(({ d }) => d.online_count === null))
  expect(world.service.all('snapshot').at(-1)!.d).toMatchObject({ member_count: 3, emoji_count: 1 })
})

test('changes are counted together, a while after them', async () => {
  const guild = harbour()
  const { heard, discord, service } = await start({
    guilds: [guild],
    over: { snapshotTimes: { least: 50, most: 60_000 } },
  })
  await heard('snapshot')
  shortenTimers(10)
  for (let index = 0; index < 30; index += 1)
    discord.gateway.dispatch('GUILD_MEMBER_ADD', { guild_id: guild.id, user: aUser(), roles: [] })
  discord.gateway.dispatch('GUILD_MEMBER_REMOVE', { guild_id: guild.id, user: guild.members[2]!.user })
  discord.gateway.dispatch('CHANNEL_DELETE', { ...guild.channels[2]!, guild_id: guild.id })
  const [, second] = await heard('snapshot', 2)
  expect(second!.d).toMatchObject({ member_count: 32, bot_count: 0, channel_count: 2 })
  expect(service.all('snapshot')).toHaveLength(2)
})

test('guilds are counted again and again, and after every new connection', async () => {
  const { heard, service } = await start({ guilds: [harbour()], over: often })
  await heard('snapshot', 3)
  service.cut()
  await heard('identify', 2)
  await until(() => service.all('snapshot').some(({ socket }) => socket === 2))
})

test('a guild that the service does not know is said once and not reported for a while', async () => {
  const [strange, known] = [harbour(), harbour()]
  const { heard, service, discord, lines, some } = await start({ guilds: [strange, known], over: often })
  await heard('snapshot', 2)
  service.say('error', { code: 'not_found', message: 'There is no guild.', ref: strange.id })
  await until(() => lines.some(({ text }) => text.startsWith('the service does not accept events')))
  const before = service.all('snapshot').length
  for (const guild of [strange, known])
    discord.addMessage({
      channel_id: guild.channels[1]!.id,
      guild_id: guild.id,
      author: aUser(),
      content: 'x',
    })
  expect((await some('MESSAGE_CREATE')).map(({ guild_id }) => guild_id)).toEqual([known.id])
  const later = await heard('snapshot', before + 2)
  expect(later.slice(before).some(({ d }) => d.guild_id === strange.id)).toBe(false)
  expect(lines.filter(({ text }) => text.startsWith('the service does not accept events'))).toHaveLength(1)
})

test('without the list of members, bots are those that were seen', async () => {
  const guild = harbour()
  const { heard } = await start({ guilds: [guild], refusedIntents: privileged.members, over: often })
  const [snapshot] = await heard('snapshot')
  expect(snapshot!.d).toMatchObject({ member_count: 3 })
})

test('the gateway can be given to another instance and taken back', async () => {
  const guild = harbour()
  const { runner, discord, some, says } = await start({ guilds: [guild] })
  await runner.setGateway(false)
  await until(() => !discord.gateway.connected())
  await runner.setGateway(true)
  await until(() => discord.gateway.connected())
  discord.addMessage({ channel_id: guild.channels[1]!.id, guild_id: guild.id, author: aUser(), content: 'x' })
  await some('MESSAGE_CREATE')
  expect(says('could not be opened')).toBe(false)
})
