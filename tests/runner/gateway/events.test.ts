import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { aGuild, aMember, aUser, newId } from '#tests/mocks/fake-discord-world.ts'
import { until } from '#tests/support/discord/runners.ts'

const ada = aMember({ nick: 'Countess' })
const robot = aMember({ user: aUser({ bot: true, global_name: null, username: 'robot' }) })
const guild = aGuild({ members: [ada, robot] })
const [category, general, lounge] = guild.channels as [never, never, never] as unknown as {
  id: string
  name: string
}[]
const guild_id = guild.id
const user_id = ada.user.id
const role = guild.roles[1]!
const channel = { id: general!.id, name: 'general' }
const actor = { id: user_id, name: 'Countess', is_bot: false }
const inTalk = { category_id: category!.id }

let world: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  world = await startGateway({ guilds: [guild] })
  // Members are listed after the guild: with them, names and roles are known.
  await until(() => world.service.all('snapshot').length > 0)
})
afterAll(() => world.close())
let before = new Set<string>()
beforeEach(() => void (before = new Set(world.events().map(({ id }) => id))))

const fresh = () => world.events().filter(({ id }) => !before.has(id))
/** What a dispatch is reported as: the parts that tests compare, when all of it and a message after it are there. */
async function reported(...dispatches: [t: string, d: object][]) {
  for (const [t, d] of dispatches) world.discord.gateway.dispatch(t, d)
  const marker = newId()
  world.discord.gateway.dispatch('MESSAGE_CREATE', { ...message, id: marker })
  await until(() => fresh().some(({ id }) => id === marker), 'the marker is not reported')
  return fresh().filter(({ id }) => id !== marker)
}
const parts = ({ type, actor, target, channel, data }: GatewayEvent) => ({
  type,
  actor,
  target,
  channel,
  data,
})

const message = {
  id: newId(),
  guild_id,
  channel_id: channel.id,
  type: 0,
  author: ada.user,
  member: { nick: 'Countess', roles: [] },
  content: 'Hello everyone!',
  timestamp: '2026-11-21T09:00:00.123000+00:00',
  edited_timestamp: null,
}
const said = { content: 'Hello everyone!', length: 15, ...inTalk }
const target = { id: message.id, kind: 'message', name: '' }
const member = { guild_id, user: ada.user, nick: 'Countess', roles: [] as string[] }

test('a message is reported under its own id and time', async () => {
  const [event] = await reported(['MESSAGE_CREATE', message])
  expect(event).toEqual({
    id: message.id,
    type: 'MESSAGE_CREATE',
    occurred_at: '2026-11-21T09:00:00.123Z',
    guild_id,
    actor,
    channel,
    target,
    data: said,
  })
})

test('messages of bots and webhooks are told apart, and those of our own are marked', async () => {
  const by = (author: object, more: object = {}) =>
    ['MESSAGE_CREATE', { ...message, id: newId(), author, member: undefined, ...more }] as [string, object]
  const events = await reported(
    by(robot.user),
    by(world.discord.bot),
    by({ id: newId(), username: 'Hook' }, { webhook_id: newId() }),
  )
  expect(events.map(({ actor, data }) => [actor?.name, actor?.is_bot, data.self])).toEqual([
    ['robot', true, undefined],
    ['signpost', true, true],
    ['Hook', true, undefined],
  ])
})

test('direct messages, pins and updates by Discord itself are not reported', async () => {
  const events = await reported(
    ['MESSAGE_CREATE', { ...message, id: newId(), guild_id: undefined }],
    ['MESSAGE_CREATE', { ...message, id: newId(), type: 6 }],
    ['MESSAGE_UPDATE', { ...message, embeds: [{}] }],
    ['INTERACTION_CREATE', { id: newId(), guild_id, type: 2 }],
    ['TYPING_START', { guild_id, user_id }],
  )
  expect(events).toEqual([])
})

test('only the first message of a forum post names the forum', async () => {
  const forum = { id: newId(), name: 'help', type: 15, parent_id: null }
  const inThread = (id: string, parent_id: string) => [
    ['THREAD_CREATE', { id, guild_id, name: 'Backups?', type: 11, parent_id }] as [string, object],
    ['MESSAGE_CREATE', { ...message, id, channel_id: id }] as [string, object],
    ['MESSAGE_CREATE', { ...message, id: newId(), channel_id: id }] as [string, object],
  ]
  const [post, thread] = [newId(), newId()]
  const events = await reported(
    ['CHANNEL_CREATE', { ...forum, guild_id }],
    ...inThread(post, forum.id),
    ...inThread(thread, channel.id),
  )
  const messages = events.filter(({ type }) => type === 'MESSAGE_CREATE')
  expect(messages.map(({ channel, data }) => [channel?.id, data.forum_id])).toEqual([
    [post, forum.id],
    [post, undefined],
    [thread, undefined],
    [thread, undefined],
  ])
  expect(messages[0]!.channel).toEqual({ id: post, name: 'Backups?' })
})

test('an edit, a deletion and many deletions are reported', async () => {
  const edited = '2026-11-21T09:05:00.000000+00:00'
  const ids = [newId(), newId()]
  const events = await reported(
    ['MESSAGE_UPDATE', { ...message, edited_timestamp: edited, content: 'Hi' }],
    ['MESSAGE_DELETE', { id: message.id, channel_id: channel.id, guild_id }],
    ['MESSAGE_DELETE_BULK', { ids, channel_id: channel.id, guild_id }],
  )
  expect(events[0]).toMatchObject({ occurred_at: '2026-11-21T09:05:00.000Z' })
  const gone = (id: string) => ({
    type: 'MESSAGE_DELETE',
    actor: null,
    channel,
    target: { ...target, id },
    data: inTalk,
  })
  expect(events.map(parts)).toEqual([
    { type: 'MESSAGE_UPDATE', actor, channel, target, data: { ...said, content: 'Hi', length: 2 } },
    ...[message.id, ...ids].map(gone),
  ])
})

test('reactions have their emoji as an action would write it', async () => {
  const reaction = { user_id, channel_id: channel.id, message_id: message.id, guild_id, member }
  const events = await reported(
    ['MESSAGE_REACTION_ADD', { ...reaction, emoji: { id: null, name: '👍' } }],
    ['MESSAGE_REACTION_REMOVE', { ...reaction, member: undefined, emoji: { id: '77', name: 'wave' } }],
  )
  const data = { message_id: message.id, ...inTalk }
  expect(events.map(parts)).toEqual([
    { type: 'REACTION_ADD', actor, channel, target, data: { ...data, emoji: '👍' } },
    { type: 'REACTION_REMOVE', actor, channel, target, data: { ...data, emoji: 'wave:77' } },
  ])
})

test('voice channels are joined, changed and left; a mute is none of these', async () => {
  const other = { id: newId(), name: 'Stage', type: 2, parent_id: null }
  const state = (channel_id: string | null) =>
    ['VOICE_STATE_UPDATE', { guild_id, channel_id, user_id, member }] as [string, object]
  const [, ...events] = await reported(
    ['CHANNEL_CREATE', { ...other, guild_id }],
    state(lounge!.id),
    state(lounge!.id),
    state(other.id),
    state(null),
  )
  const place = { id: lounge!.id, name: 'Lounge' }
  const stage = { id: other.id, name: 'Stage' }
  expect(events.map(parts)).toEqual([
    { type: 'VOICE_JOIN', actor, target: null, channel: place, data: inTalk },
    { type: 'VOICE_MOVE', actor, target: null, channel: stage, data: { from_channel_id: lounge!.id } },
    { type: 'VOICE_LEAVE', actor, target: null, channel: stage, data: {} },
  ])
})

test('roles that come and go are reported one by one, a new name as a change', async () => {
  const events = await reported(
    ['GUILD_MEMBER_UPDATE', { ...member, roles: [role.id] }],
    ['GUILD_MEMBER_UPDATE', { ...member, roles: [], nick: 'Ada L.' }],
    ['GUILD_MEMBER_UPDATE', { ...member, user: aUser(), nick: null }],
    ['GUILD_MEMBER_UPDATE', member],
  )
  const subject = { id: role.id, kind: 'role', name: 'Newcomer' }
  expect(events.map(({ type, target, data }) => [type, target, data])).toEqual([
    ['MEMBER_ROLE_ADD', subject, {}],
    ['MEMBER_UPDATE', null, { nick: 'Ada L.' }],
    ['MEMBER_ROLE_REMOVE', subject, {}],
    ['MEMBER_UPDATE', null, {}],
    ['MEMBER_UPDATE', null, { nick: 'Countess' }],
  ])
  const ids = events.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toMatch(new RegExp(`^GUILD_MEMBER_UPDATE:[0-9a-f]{32}:\\d+:${role.id}$`))
})

test('who joins, leaves, is banned and is let in again is reported', async () => {
  const user = aUser({ global_name: 'Bela' })
  const joined_at = '2026-11-21T10:00:00.000000+00:00'
  const events = await reported(
    ['GUILD_MEMBER_ADD', { guild_id, user, roles: [], joined_at }],
    ['GUILD_MEMBER_REMOVE', { guild_id, user }],
    ['GUILD_BAN_ADD', { guild_id, user }],
    ['GUILD_BAN_REMOVE', { guild_id, user }],
  )
  const who = { id: user.id, name: 'Bela', is_bot: false }
  const whom = { id: user.id, kind: 'user', name: 'Bela' }
  const none = { target: null, channel: null, data: {} }
  expect(events.map(parts)).toEqual([
    { type: 'MEMBER_JOIN', ...none, actor: who },
    { type: 'MEMBER_LEAVE', ...none, actor: who },
    { type: 'MEMBER_BAN', ...none, actor: null, target: whom },
    { type: 'MEMBER_UNBAN', ...none, actor: null, target: whom },
  ])
  expect(events[0]!.occurred_at).toBe('2026-11-21T10:00:00.000Z')
})
