import { afterEach, expect, test } from 'vitest'
import { directoryLimits, type ReportedChannel } from '#app/features/directory/schema.ts'
import { split } from '#app/runner/gateway/directory.server.ts'
import { aGuild, aMember, aUser, newId } from '#tests/mocks/fake-discord-world.ts'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { until } from '#tests/support/discord/runners.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function start(given: Parameters<typeof startGateway>[0]) {
  const one = await startGateway(given)
  undo.unshift(one.close)
  const patches = async (count: number) => {
    await until(() => one.service.all('directory_patch').length >= count)
    return one.service.all('directory_patch').map(({ d }) => d)
  }
  const wholes = async (count: number) => {
    await until(() => one.service.all('directory').length >= count)
    return one.service.all('directory').map(({ d }) => d)
  }
  return { ...one, patches, wholes }
}

const HIDDEN = 1 << 17
const hide = <T extends object>(channel: T) => ({ ...channel, name: '___hidden___', flags: HIDDEN })

test('a guild’s channels and roles are reported after GUILD_CREATE', async () => {
  const guild = aGuild()
  const member = newId()
  guild.members.push(
    aMember({ user: aUser({ id: '900000000000000002', bot: true }), roles: [guild.roles[1]!.id] }),
  )
  guild.channels[1]!.permission_overwrites = [
    { id: guild.id, type: 0, allow: '0', deny: '2048' },
    { id: member, type: 1, allow: '2048', deny: '0' },
  ]
  const { wholes, service } = await start({ guilds: [guild] })
  const whole = await wholes(2)
  const channels = whole.find(({ kind }) => kind === 'channels')!
  const roles = whole.find(({ kind }) => kind === 'roles')!
  expect(roles).toMatchObject({ guild_id: guild.id, part: 1, of: 1, bot: { roles: [guild.roles[1]!.id] } })
  expect(channels.items).toHaveLength(3)
  const general = channels.items[1] as ReportedChannel
  expect(general).toMatchObject({ name: 'general', parent_id: guild.channels[0]!.id, hidden: false })
  // Overwrites of members are not mirrored.
  expect(general.overwrites.map(({ id }) => id)).toEqual([guild.id])
  expect(service.all('identify')[0]!.d.capabilities).toContain('directory.1')
})

test('changes within a quarter of a second are one patch', async () => {
  const guild = aGuild()
  const { wholes, patches, discord } = await start({ guilds: [guild] })
  const before = (await wholes(2)).find(({ kind }) => kind === 'channels')!
  const [, general, lounge] = guild.channels
  discord.gateway.dispatch('CHANNEL_UPDATE', { ...general, name: 'lobby', guild_id: guild.id })
  discord.gateway.dispatch('CHANNEL_DELETE', { ...lounge, guild_id: guild.id })
  const [patch] = await patches(1)
  expect(patch).toMatchObject({ kind: 'channels', base_rev: before.rev, del: [lounge!.id] })
  expect(patch!.put).toMatchObject([{ id: general!.id, name: 'lobby' }])
  expect(patch!.rev).toBeGreaterThan(before.rev)
})

test('a hidden channel keeps its name and is not deleted', async () => {
  const guild = aGuild()
  guild.channels.push(hide({ id: newId(), type: 0, name: '', parent_id: null }))
  const { wholes, patches, discord, some } = await start({ guilds: [guild] })
  const first = (await wholes(2)).find(({ kind }) => kind === 'channels')!
  expect(first.items.at(-1)).toMatchObject({ name: '', hidden: true })
  const general = guild.channels[1]!
  discord.gateway.dispatch('CHANNEL_UPDATE', { ...hide(general), guild_id: guild.id })
  const [patch] = await patches(1)
  expect(patch!.put).toMatchObject([{ id: general.id, name: 'general', hidden: true, overwrites: [] }])
  expect(patch!.del).toEqual([])
  const [event] = await some('CHANNEL_UPDATE')
  expect(event!.channel).toEqual({ id: general.id, name: 'general' })
})

test('after a reconnect an empty patch names the revision, and a resync sends all', async () => {
  const guild = aGuild()
  const { wholes, patches, service } = await start({ guilds: [guild] })
  const before = await wholes(3)
  service.cut()
  const probes = await patches(3)
  for (const { kind, rev, base_rev, put, del } of probes) {
    expect({ rev, put, del }).toEqual({ rev: base_rev, put: [], del: [] })
    expect(before.find((one) => one.kind === kind)!.rev).toBe(rev)
  }
  const ahead = Date.now() + 60_000
  service.say('directory_resync', { guild_id: guild.id, kind: 'roles', rev: ahead })
  const after = await wholes(4)
  expect(after[3]).toMatchObject({ kind: 'roles', rev: ahead + 1 })
})

test('usable emojis are reported with their changes', async () => {
  const guild = aGuild()
  const [wave] = guild.emojis
  const party = { id: newId(), name: 'party', animated: true }
  const lost = { id: newId(), name: 'lost', available: false }
  const limited = { id: newId(), name: 'limited', roles: [newId()] }
  guild.emojis.push(party, lost, limited, { id: newId(), name: 'no-word' })
  const { wholes, discord, service } = await start({ guilds: [guild] })
  const first = (await wholes(3)).find(({ kind }) => kind === 'emojis')!
  expect(first).toMatchObject({ guild_id: guild.id, part: 1, of: 1 })
  expect(first.items).toEqual([
    { ...wave, animated: false },
    { ...party, animated: true },
  ])
  discord.gateway.dispatch('GUILD_EMOJIS_UPDATE', { guild_id: guild.id, emojis: [party] })
  await until(() => service.all('directory').length === 4)
  const second = service.all('directory')[3]!.d
  expect(second).toMatchObject({ kind: 'emojis', items: [party] })
  expect(second.rev).toBeGreaterThan(first.rev)
})

test('a change of the bot’s own roles is reported', async () => {
  const guild = aGuild()
  const { wholes, patches, discord } = await start({ guilds: [guild] })
  await wholes(2)
  const roles = [guild.roles[1]!.id]
  const { bot } = discord
  discord.gateway.dispatch('GUILD_MEMBER_UPDATE', { guild_id: guild.id, user: bot, roles, nick: null })
  const [patch] = await patches(1)
  expect(patch).toMatchObject({ kind: 'roles', put: [], del: [], bot: { id: bot.id, roles } })
})

test('queries about members and permissions get responses', async () => {
  const guild = aGuild()
  guild.roles[0]!.permissions = '3072'
  const ada = aMember({ user: aUser({ username: 'ada' }) })
  guild.members.push(ada)
  const { wholes, service } = await start({ guilds: [guild] })
  await wholes(2)
  const ask = (ref: string, kind: string, args: object) =>
    service.say('query', { ref, guild_id: guild.id, kind, args })
  ask('1', 'member_search', { query: 'ad' })
  ask('2', 'member', { user_id: ada.user.id })
  ask('3', 'member', { user_id: newId() })
  ask('4', 'member_search', { query: 'a' })
  await until(() => service.all('query_result').length === 4)
  const result = (ref: string) => service.all('query_result').find(({ d }) => d.ref === ref)!.d
  const about = { id: ada.user.id, name: 'Ada', username: 'ada', is_bot: false }
  expect(result('1').result).toEqual({ members: [about] })
  expect(result('2').result).toMatchObject({ ...about, permissions: '3072' })
  expect(result('3').result).toBeNull()
  expect(result('4').error).toMatchObject({ code: 'invalid_request' })
})

test('a large directory is split below the limits of a frame', () => {
  const overwrites = Array.from({ length: 40 }, () => ({ id: newId(), type: 0, allow: '0', deny: '1' }))
  const items = Array.from({ length: 500 }, () => ({ id: newId(), overwrites }))
  const parts = split(items)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.flat()).toEqual(items)
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(directoryLimits.frameBytes)
  expect(split([])).toEqual([[]])
})
