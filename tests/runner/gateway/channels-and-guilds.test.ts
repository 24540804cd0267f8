import { expect, test } from 'vitest'
import { gatewayEvent, type GatewayEvent } from '#app/features/events/schema.ts'
import { makeCache } from '#app/runner/gateway/cache.ts'
import { readDispatch } from '#app/runner/gateway/events.ts'
import { aGuild, aMember, aUser, asCreated, newId } from '#tests/mocks/fake-discord-world.ts'

const ada = aMember()
const guild = aGuild({ members: [ada] })
const [category, general] = guild.channels
const guild_id = guild.id
const inTalk = { category_id: category!.id }
const now = new Date('2026-11-21T09:00:00.000Z')
let sequence = 0

function reading(cache = makeCache()) {
  return (t: string, d: object): GatewayEvent[] =>
    readDispatch(cache, { t, d, s: (sequence += 1), session: 'a'.repeat(32) }, now).map((event) =>
      gatewayEvent.parse(event),
    )
}

function known() {
  const read = reading()
  expect(read('GUILD_CREATE', asCreated(guild))).toEqual([])
  return read
}

test('channels that come, change and go are reported with the time of their making', () => {
  const read = known()
  const id = newId()
  const channel = { id, guild_id, type: 0, name: 'new-ideas', parent_id: category!.id }
  const place = { id, name: 'new-ideas' }
  const rest = { actor: null, channel: place, target: { ...place, kind: 'channel' }, data: inTalk, guild_id }
  const [created] = read('CHANNEL_CREATE', channel)
  expect(created).toMatchObject({ type: 'CHANNEL_CREATE', ...rest })
  expect(Math.abs(Date.parse(created!.occurred_at) - Date.now())).toBeLessThan(60_000)
  expect(read('CHANNEL_UPDATE', channel)).toMatchObject([{ type: 'CHANNEL_UPDATE', ...rest }])
  expect(read('CHANNEL_DELETE', channel)).toMatchObject([{ type: 'CHANNEL_DELETE', ...rest }])
})

test('a thread is reported when it is new, and its messages name it and the category', () => {
  const read = known()
  const thread = { id: newId(), guild_id, type: 11, name: 'A question', parent_id: general!.id }
  expect(read('THREAD_CREATE', { ...thread, id: newId() })).toEqual([])
  const opened = { ...thread, owner_id: ada.user.id, newly_created: true }
  expect(read('THREAD_CREATE', opened)).toMatchObject([
    {
      type: 'THREAD_CREATE',
      actor: { id: ada.user.id, name: 'Ada', is_bot: false },
      channel: { id: general!.id, name: 'general' },
      target: { id: thread.id, kind: 'thread', name: 'A question' },
      data: inTalk,
    },
  ])
  const message = { id: newId(), guild_id, channel_id: thread.id, author: ada.user, content: 'x' }
  expect(read('MESSAGE_CREATE', message)).toMatchObject([
    { channel: { id: thread.id, name: 'A question' }, data: { ...inTalk, content: 'x' } },
  ])
})

test('a planned event says when it starts', () => {
  const event = { id: newId(), guild_id, name: 'Film night', channel_id: null, creator_id: ada.user.id }
  const scheduled_start_time = '2026-12-04T19:00:00+00:00'
  expect(known()('GUILD_SCHEDULED_EVENT_CREATE', { ...event, scheduled_start_time })).toMatchObject([
    {
      type: 'SCHEDULED_EVENT_CREATE',
      actor: { name: 'Ada' },
      channel: null,
      target: { id: event.id, kind: 'scheduled_event', name: 'Film night' },
      data: { starts_at: '2026-12-04T19:00:00.000Z' },
    },
  ])
})

test('without anything known of a guild, events are reported as well as they can be', () => {
  const read = reading()
  const user_id = newId()
  expect(read('MESSAGE_DELETE', { id: newId(), channel_id: general!.id, guild_id })).toMatchObject([
    { channel: { id: general!.id, name: '' }, data: {} },
  ])
  expect(read('VOICE_STATE_UPDATE', { guild_id, channel_id: null, user_id })).toMatchObject([
    { type: 'VOICE_LEAVE', channel: null, actor: { id: user_id, name: '' } },
  ])
  expect(read('GUILD_MEMBER_UPDATE', { guild_id, user: aUser(), roles: ['1'] })).toMatchObject([
    { type: 'MEMBER_UPDATE' },
  ])
  expect(read('GUILD_MEMBER_REMOVE', { guild_id, user: aUser() })).toMatchObject([{ type: 'MEMBER_LEAVE' }])
  expect(read('GUILD_CREATE', { id: newId(), unavailable: true })).toEqual([])
})

test('the same dispatch has the same id, whatever was known when it was read', () => {
  const voice = { guild_id, channel_id: guild.channels[2]!.id, user_id: ada.user.id }
  const dispatch = { t: 'VOICE_STATE_UPDATE', d: voice, s: 7, session: 'b'.repeat(32) }
  const warm = makeCache()
  warm.updateGuild({ ...asCreated(guild), voice_states: [{ user_id: ada.user.id, channel_id: general!.id }] })
  const [move] = readDispatch(warm, dispatch, now)
  const [join] = readDispatch(makeCache(), dispatch, now)
  expect([move!.type, join!.type]).toEqual(['VOICE_MOVE', 'VOICE_JOIN'])
  expect(move!.id).toBe(join!.id)
})

test('what is too long is cut to what the service takes, between characters', () => {
  const name = '👍'.repeat(300)
  const channel = { id: newId(), guild_id, type: 0, name }
  const [created] = known()('CHANNEL_CREATE', channel)
  expect(created!.target!.name).toBe('👍'.repeat(100))
  const content = '\u0001'.repeat(4_000)
  const message = { id: newId(), guild_id, channel_id: general!.id, author: ada.user, content }
  const [event] = known()('MESSAGE_CREATE', message)
  expect(event!.data).toMatchObject({ length: 4_000 })
  expect((event!.data.content as string).length).toBeGreaterThan(1_000)
  expect(event!.id.length).toBeLessThanOrEqual(100)
})

test('roles that are renamed or gone are named as they are now', () => {
  const read = known()
  const role = { id: newId(), name: 'Helper' }
  const update = (roles: string[]) => ({ guild_id, user: ada.user, nick: null, roles })
  read('GUILD_ROLE_CREATE', { guild_id, role })
  expect(read('GUILD_MEMBER_UPDATE', update([role.id]))).toMatchObject([{ target: { name: 'Helper' } }])
  read('GUILD_ROLE_UPDATE', { guild_id, role: { ...role, name: 'Old hand' } })
  expect(read('GUILD_MEMBER_UPDATE', update([]))).toMatchObject([{ target: { name: 'Old hand' } }])
  read('GUILD_ROLE_DELETE', { guild_id, role_id: role.id })
  expect(read('GUILD_MEMBER_UPDATE', update([role.id]))).toMatchObject([{ target: { name: '' } }])
})

test('the cache states only certain facts and forgets members who may have left', () => {
  const cache = makeCache()
  const read = reading(cache)
  const other = aGuild()
  read('GUILD_CREATE', asCreated(guild))
  read('GUILD_CREATE', asCreated(other))
  const ids = { channel_id: other.channels[1]!.id, user_id: ada.user.id, role_id: guild.roles[1]!.id }
  expect(cache.known(guild_id, ids)).toEqual({ channelGuild: other.id, isMember: true, hasRole: true })
  expect(cache.known(other.id, ids)).toEqual({ channelGuild: other.id, isMember: false, hasRole: false })
  expect(cache.known(guild_id, { channel_id: newId() })).toEqual({ isMember: false, hasRole: false })
  read('CHANNEL_DELETE', { ...other.channels[1]!, guild_id: other.id })
  read('GUILD_ROLE_DELETE', { guild_id, role_id: ids.role_id })
  cache.setSelf(newId())
  expect(cache.known(guild_id, ids)).toEqual({ isMember: false, hasRole: false })
  read('GUILD_MEMBERS_CHUNK', { guild_id, members: [ada], chunk_index: 0, chunk_count: 1 })
  expect(cache.known(guild_id, ids)).toMatchObject({ isMember: true })
  read('GUILD_MEMBER_REMOVE', { guild_id, user: ada.user })
  expect(cache.known(guild_id, ids)).toMatchObject({ isMember: false })
  read('GUILD_CREATE', asCreated(guild))
  read('GUILD_DELETE', { id: guild_id })
  read('GUILD_CREATE', asCreated({ ...guild, members: [] }))
  expect(cache.known(guild_id, ids)).toMatchObject({ isMember: false })
})
