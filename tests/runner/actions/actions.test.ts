import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { discordActionTester } from '#tests/support/discord/discord-actions.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aMember } from '#tests/mocks/fake-discord-world.ts'

const ada = aMember()
const guild = aGuild({ members: [ada] })
const [, general] = guild.channels
const channel_id = general!.id
const user_id = ada.user.id
const role_id = guild.roles[1]!.id

let discord: FakeDiscord
let act: ReturnType<typeof discordActionTester>
const NOW = Date.parse('2026-11-21T09:00:00.000Z')
beforeAll(async () => {
  discord = await fakeDiscord({ guilds: [guild] })
})
beforeEach(() => {
  act = discordActionTester(discord, guild.id, user_id, () => NOW)
  discord.calls.length = 0
  guild.members = [ada]
})
afterAll(() => discord.stop())

const lastCall = () => discord.calls.at(-1)!
const why = (call = lastCall()) => call.headers['x-audit-log-reason']
const message = () => discord.addMessage({ channel_id, guild_id: guild.id, author: ada.user, content: 'x' })

test('a message is posted once, however often its job is tried', async () => {
  const first = await act('SEND_MESSAGE', { channel_id, content: 'Hello' }, { key: 'same' })
  const second = await act('SEND_MESSAGE', { channel_id, content: 'Hello' }, { key: 'same' })
  expect(first).toEqual({ status: 'succeeded', output: { message_id: expect.any(String), channel_id } })
  expect(second).toEqual(first)
  const { nonce, ...body } = lastCall().body!
  expect(nonce).toMatch(/^[\w-]{25}$/)
  expect(body).toEqual({
    content: 'Hello',
    enforce_nonce: true,
    allowed_mentions: { parse: [], users: [user_id] },
  })
  expect(lastCall().path).toBe(`/channels/${channel_id}/messages`)
})

test('an automation mentions only its actor, and a command or a log mentions nobody', async () => {
  const said = { channel_id, content: 'Hello <@1> @everyone', embed: { title: 'T' } }
  const mentions = () => lastCall().body!.allowed_mentions
  await act('SEND_MESSAGE', said, { actor: null })
  expect(mentions()).toEqual({ parse: [], users: [] })
  await act('SEND_MESSAGE', said, { source: { kind: 'command' } })
  expect(mentions()).toEqual({ parse: [], users: [] })
  await act('LOG_TO_CHANNEL', { channel_id, content: 'x' })
  expect(mentions()).toEqual({ parse: [], users: [] })
  expect(discord.messages.some((one) => JSON.stringify(one.embeds) === '[{"title":"T"}]')).toBe(true)
})

test('a direct message opens its channel once', async () => {
  const first = await act('SEND_DM', { user_id, content: 'Hello' })
  await act('SEND_DM', { user_id, content: 'Again' })
  expect(discord.callsOf('POST', '/users/@me/channels').map(({ body }) => body)).toEqual([
    { recipient_id: user_id },
  ])
  expect(first.status).toBe('succeeded')
  // One more looks the member up.
  expect(discord.calls).toHaveLength(4)
})

test('roles are given and taken, with the reason in the audit log', async () => {
  const reason = 'Neu im Hafen – 波止場'
  expect(await act('ADD_ROLE', { user_id, role_id, reason })).toMatchObject({ output: { status: 'added' } })
  expect(lastCall()).toMatchObject({
    method: 'PUT',
    path: `/guilds/${guild.id}/members/${user_id}/roles/${role_id}`,
  })
  expect(decodeURIComponent(String(why()))).toBe(reason)
  expect(ada.roles).toEqual([role_id])
  expect(await act('REMOVE_ROLE', { user_id, role_id })).toMatchObject({ output: { status: 'removed' } })
  expect(lastCall().method).toBe('DELETE')
  expect(why()).toBeUndefined()
  expect(ada.roles).toEqual([])
})

test('a member is silenced until a time', async () => {
  const outcome = await act('TIMEOUT_MEMBER', { user_id, duration_seconds: 3600, reason: 'spam' })
  expect(outcome).toEqual({
    status: 'succeeded',
    output: { status: 'timed_out', until: '2026-11-21T10:00:00.000Z' },
  })
  expect(lastCall()).toMatchObject({
    method: 'PATCH',
    path: `/guilds/${guild.id}/members/${user_id}`,
    body: { communication_disabled_until: '2026-11-21T10:00:00.000Z' },
  })
  expect(why()).toBe('spam')
})

test('a member is removed, and one who is gone counts as removed', async () => {
  expect(await act('KICK_MEMBER', { user_id })).toEqual({ status: 'succeeded', output: { status: 'kicked' } })
  expect(await act('KICK_MEMBER', { user_id })).toEqual({
    status: 'succeeded',
    output: { status: 'kicked', already: true },
  })
})

test('a ban may delete what the user wrote', async () => {
  expect((await act('BAN_MEMBER', { user_id, delete_message_seconds: 60, reason: 'r' })).status).toBe(
    'succeeded',
  )
  expect(lastCall()).toMatchObject({
    method: 'PUT',
    path: `/guilds/${guild.id}/bans/${user_id}`,
    body: { delete_message_seconds: 60 },
  })
  expect(why()).toBe('r')
  await act('BAN_MEMBER', { user_id: '200000000000000099' })
  expect(lastCall().body).toEqual({})
})

test('a message is deleted, and one that is gone counts as deleted', async () => {
  const { id: message_id } = message()
  const first = await act('DELETE_MESSAGE', { channel_id, message_id, reason: 'r' })
  expect(first).toEqual({ status: 'succeeded', output: { status: 'deleted' } })
  expect(why()).toBe('r')
  expect(await act('DELETE_MESSAGE', { channel_id, message_id })).toMatchObject({ output: { already: true } })
})

test('a thread is opened in a channel or under a message, there once', async () => {
  const config = { channel_id, name: 'Ideas', auto_archive_duration: 60 }
  const alone = await act('CREATE_THREAD', { ...config, reason: 'r' })
  expect(alone).toMatchObject({ output: { thread_id: expect.any(String) } })
  expect(lastCall().body).toEqual({ name: 'Ideas', auto_archive_duration: 60, type: 11 })
  expect(why()).toBe('r')
  const { id: message_id } = message()
  const under = await act('CREATE_THREAD', { ...config, message_id })
  expect(under).toEqual({ status: 'succeeded', output: { thread_id: message_id } })
  expect(lastCall().path).toBe(`/channels/${channel_id}/messages/${message_id}/threads`)
  expect(await act('CREATE_THREAD', { ...config, message_id })).toEqual({
    status: 'succeeded',
    output: { thread_id: message_id, already: true },
  })
})

test.each([
  ['👍', '%F0%9F%91%8D'],
  ['wave:123456789012345678', 'wave%3A123456789012345678'],
  ['<a:wave:123456789012345678>', 'wave%3A123456789012345678'],
])('a reaction with %s is written as the address wants it', async (emoji, written) => {
  const { id: message_id } = message()
  expect((await act('ADD_REACTION', { channel_id, message_id, emoji })).status).toBe('succeeded')
  expect(lastCall().path).toBe(`/channels/${channel_id}/messages/${message_id}/reactions/${written}/@me`)
})
