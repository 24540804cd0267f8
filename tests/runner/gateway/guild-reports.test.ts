import { afterEach, expect, test } from 'vitest'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { aGuild, aMember, asCreated, newId } from '#tests/mocks/fake-discord-world.ts'
import { shortenTimers } from '#tests/support/hurry.ts'
import { until } from '#tests/support/discord/runners.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function start(given: Parameters<typeof startGateway>[0]) {
  const one = await startGateway(given)
  undo.unshift(one.close)
  const of = (id: string) => one.service.all('guild').flatMap(({ d }) => (d.guild_id === id ? [d] : []))
  return { ...one, of }
}

test('the guilds of a shard are listed, and each is reported', async () => {
  const guild = aGuild({ members: [aMember()] })
  const { heard } = await start({ guilds: [guild] })
  const [list] = await heard('guilds')
  expect(list!.d).toEqual({
    application_id: '900000000000000001',
    shard: 0,
    shards: 1,
    guild_ids: [guild.id],
  })
  const [report] = await heard('guild')
  expect(report!.d).toEqual({
    guild_id: guild.id,
    state: 'available',
    name: 'Harbour',
    icon: null,
    owner_id: null,
    member_count: 1,
    application_id: '900000000000000001',
    access_changed: true,
  })
})

test('changes, outages and removals are reported, with what a dispatch omits', async () => {
  const guild = aGuild({ members: [aMember()] })
  const { heard, of, discord } = await start({ guilds: [guild] })
  await heard('guild')
  const owner_id = newId()
  discord.gateway.dispatch('GUILD_UPDATE', { id: guild.id, name: 'Quay', icon: 'a_0f', owner_id })
  await heard('guild', 2)
  expect(of(guild.id)[1]).toMatchObject({ name: 'Quay', icon: 'a_0f', owner_id, member_count: 1 })
  discord.gateway.dispatch('GUILD_DELETE', { id: guild.id, unavailable: true })
  await heard('guild', 3)
  discord.gateway.dispatch('GUILD_CREATE', asCreated(guild))
  await heard('guild', 4)
  discord.gateway.dispatch('GUILD_DELETE', { id: guild.id })
  await heard('guild', 5)
  expect(of(guild.id).map(({ state }) => state)).toEqual([
    'available',
    'available',
    'unavailable',
    'available',
    'left',
  ])
})

test('claims are checked after a removal and a return, at once or apart', async () => {
  const guild = aGuild({ members: [aMember()] })
  const { heard, of, discord } = await start({ guilds: [guild] })
  const rename = (name: string) => discord.gateway.dispatch('GUILD_UPDATE', { id: guild.id, name })
  const remove = () => discord.gateway.dispatch('GUILD_DELETE', { id: guild.id })
  const add = () => discord.gateway.dispatch('GUILD_CREATE', asCreated(guild))
  await heard('guild')
  rename('Quay')
  await heard('guild', 2)
  remove()
  await heard('guild', 3)
  add()
  await heard('guild', 4)
  remove()
  add()
  rename('Pier')
  await until(() => of(guild.id).at(-1)?.name === 'Pier')
  const changed = of(guild.id).filter(({ access_changed }) => access_changed)
  expect(of(guild.id)[1]!.access_changed).toBeUndefined()
  expect(of(guild.id)[3]!.access_changed).toBe(true)
  expect(changed.length).toBeGreaterThanOrEqual(3)
})

test('after a reconnect to the service, every guild is reported again', async () => {
  const [stays, goes] = [aGuild(), aGuild()]
  const { heard, service, discord } = await start({ guilds: [stays, goes] })
  await heard('guild', 2)
  discord.gateway.dispatch('GUILD_DELETE', { id: goes.id })
  await heard('guild', 3)
  const before = service.all('guild').length
  service.cut()
  await until(() => service.all('guilds').length > 1)
  expect(service.all('guilds').at(-1)!.d.guild_ids).toEqual([stays.id])
  await until(() => service.all('guild').length > before)
  expect(service.all('guild').at(-1)!.d).toMatchObject({ guild_id: stays.id, state: 'available' })
})

test('a guild with an invalid description is skipped, and the connection remains', async () => {
  const guild = aGuild()
  const { heard, of, discord, lines } = await start({ guilds: [guild] })
  await heard('guild')
  discord.gateway.dispatch('GUILD_UPDATE', { id: guild.id, name: 'Quay', icon: 'Not a hash' })
  await until(() => lines.some(({ text }) => text === 'a guild is not reported'))
  discord.gateway.dispatch('GUILD_UPDATE', { id: guild.id, name: 'Pier' })
  await heard('guild', 2)
  expect(of(guild.id).map(({ name }) => name)).toEqual(['Harbour', 'Pier'])
})

test('many guilds are reported in portions', async () => {
  const guilds = Array.from({ length: 21 }, () => aGuild())
  shortenTimers(20)
  const { service } = await start({ guilds })
  await until(() => new Set(service.all('guild').map(({ d }) => d.guild_id)).size === 21)
})
