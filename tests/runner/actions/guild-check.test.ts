import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actionTypes, type ActionType } from '#app/features/actions/action-types.ts'
import { resolveAction, type ResolvedConfigs } from '#app/features/actions/resolve-action.ts'
import { guildSettings, type GuildSettings } from '#app/features/settings/schema.ts'
import type { ActionOutcome } from '#app/runner/protocol.ts'
import { discordActionTester } from '#tests/support/discord/discord-actions.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'
import { anEvent } from '#tests/support/discord/scripted-service.ts'

const [ada, bo] = [aMember(), aMember()]
const own = aGuild({ members: [ada] })
const other = aGuild({ members: [bo] })
const [, theirs] = other.channels
const category_id = other.channels[0]!.id
const role_id = own.roles[1]!.id
const user_id = bo.user.id
const message_id = newId()
const inTheirs = { channel_id: theirs!.id }

let discord: FakeDiscord
let act: ReturnType<typeof discordActionTester>
beforeAll(async () => void (discord = await fakeDiscord({ guilds: [own, other] })))
beforeEach(() => {
  act = discordActionTester(discord, own.id, ada.user.id)
  discord.calls.length = 0
})
afterAll(() => discord.stop())

/** The calls that would have changed something, but for kicks and bans in the guild itself. */
const deeds = () => discord.calls.filter(({ method }) => method !== 'GET')

/** What each action says when it names something of another guild. */
const attacks: { [T in ActionType]: ResolvedConfigs[T][] } = {
  SEND_MESSAGE: [
    { ...inTheirs, content: 'x' },
    { channel_id: category_id, content: 'x' },
  ],
  SEND_DM: [{ user_id, content: 'x' }],
  ADD_ROLE: [
    { user_id: ada.user.id, role_id: other.roles[1]!.id },
    { user_id, role_id },
  ],
  REMOVE_ROLE: [
    { user_id: ada.user.id, role_id: other.roles[1]!.id },
    { user_id, role_id },
  ],
  TIMEOUT_MEMBER: [{ user_id, duration_seconds: 60 }],
  KICK_MEMBER: [],
  BAN_MEMBER: [],
  DELETE_MESSAGE: [{ ...inTheirs, message_id }],
  CREATE_THREAD: [
    { ...inTheirs, name: 'x' },
    { ...inTheirs, name: 'x', message_id },
  ],
  ADD_REACTION: [{ ...inTheirs, message_id, emoji: '👍' }],
  LOG_TO_CHANNEL: [{ ...inTheirs, content: 'x' }],
  CALL_WEBHOOK: [],
}
const rows = actionTypes.flatMap((type) => attacks[type].map((config) => [type, config] as const))
const sources = ['automation', 'command'] as const
const wrongGuild = { status: 'failed', error: { code: 'wrong_guild', retryable: false } }

test.each(sources.flatMap((kind) => rows.map(([type, config]) => [kind, type, config] as const)))(
  'of an %s, %s %j is refused as wrong_guild and reaches nobody',
  async (kind, type, config) => {
    expect(await act(type, config as never, { source: { kind } })).toMatchObject(wrongGuild)
    expect(deeds()).toEqual([])
  },
)

test.each(actionTypes)('%s is refused for an event of another guild', async (type) => {
  const config = { channel_id: own.channels[1]!.id, user_id: ada.user.id, role_id, message_id, content: 'x' }
  const event = anEvent({ guild_id: other.id })
  expect(await act(type, { ...config, url: 'http://127.0.0.1:9' } as never, { event })).toMatchObject(
    wrongGuild,
  )
  expect(discord.calls).toEqual([])
})

test('kicks and bans happen in the guild of the job alone, whoever they name', async () => {
  expect(await act('KICK_MEMBER', { user_id })).toMatchObject({ output: { already: true } })
  expect(await act('BAN_MEMBER', { user_id })).toMatchObject({ status: 'succeeded' })
  expect(deeds().map(({ path }) => path)).toEqual([
    `/guilds/${own.id}/members/${user_id}`,
    `/guilds/${own.id}/bans/${user_id}`,
  ])
  expect(other.members).toEqual([bo])
})

/** What the action leaves out comes from the event and the settings. */
function ready(type: ActionType, config: object, settings: GuildSettings = guildSettings.parse({})) {
  const event = anEvent({
    guild_id: own.id,
    actor: { id: user_id, name: 'Bo', is_bot: false },
    channel: { id: theirs!.id, name: '' },
    target: { id: message_id, kind: 'message', name: '' },
  })
  const result = resolveAction({ type, config: config as never }, { event, settings })
  if ('problem' in result) throw new Error(result.problem)
  return act(type, result.config as never, { event }) as Promise<ActionOutcome>
}

test('the log channel of the settings is refused when it is in another guild', async () => {
  const settings = guildSettings.parse({ logging_enabled: true, log_channel_id: theirs!.id })
  expect(await ready('LOG_TO_CHANNEL', { content: 'x' }, settings)).toMatchObject(wrongGuild)
  expect(deeds()).toEqual([])
})

test.each([
  ['SEND_DM', { content: 'x' }],
  ['ADD_ROLE', { role_id }],
  ['REMOVE_ROLE', { role_id }],
  ['TIMEOUT_MEMBER', { duration_seconds: 60 }],
  ['DELETE_MESSAGE', {}],
  ['CREATE_THREAD', { name: 'x' }],
  ['ADD_REACTION', { emoji: '👍' }],
] as const)('%s is refused when its event names something of another guild', async (type, config) => {
  expect(await ready(type, config)).toMatchObject(wrongGuild)
  expect(deeds()).toEqual([])
})

test.each([
  ['user_id', 'ADD_ROLE', { role_id }],
  ['role_id', 'ADD_ROLE', { user_id: ada.user.id }],
  ['user_id', 'KICK_MEMBER', {}],
  ['user_id', 'BAN_MEMBER', {}],
  ['channel_id', 'SEND_MESSAGE', { content: 'x' }],
  ['message_id', 'DELETE_MESSAGE', { channel_id: own.channels[1]!.id }],
] as const)('a %s that leads out of its path is refused in %s', async (field, type, config) => {
  const id = `1/../../../guilds/${other.id}/members/${user_id}`
  const outcome = await act(type, { ...config, [field]: id } as never)
  expect(outcome).toMatchObject({ error: { code: 'invalid_request', retryable: false } })
  expect(discord.calls).toEqual([])
})

test('a direct message to somebody who has left is refused', async () => {
  const gone = aMember()
  own.members.push(gone)
  const say = () =>
    discordActionTester(discord, own.id, ada.user.id)('SEND_DM', { user_id: gone.user.id, content: 'x' })
  expect(await say()).toMatchObject({ status: 'succeeded' })
  own.members = [ada]
  expect(await say()).toMatchObject(wrongGuild)
})

test('threads of the guild are allowed, and channels of direct messages are not', async () => {
  const channel_id = own.channels[1]!.id
  const opened = (await act('CREATE_THREAD', { channel_id, name: 'x' })) as { output: { thread_id: string } }
  const thread = { channel_id: opened.output.thread_id, content: 'x' }
  expect(await act('SEND_MESSAGE', thread)).toMatchObject({ status: 'succeeded' })
  const sent = (await act('SEND_DM', { user_id: ada.user.id, content: 'x' })) as {
    output: { channel_id: string }
  }
  expect(await act('SEND_MESSAGE', { channel_id: sent.output.channel_id, content: 'x' })).toMatchObject(
    wrongGuild,
  )
})

test.each([
  [404, 10003, 'not_found', 1],
  [403, 50001, 'forbidden', 1],
  [502, 0, 'unavailable', 4],
])('a channel that Discord answers with %i is a failed step', async (status, code, expected, asked) => {
  const channel_id = newId()
  const end = discord.trouble(`/channels/${channel_id}`, { status, body: { code, message: 'No' } })
  const say = () => act('SEND_MESSAGE', { channel_id, content: 'x' })
  expect([await say(), await say()]).toMatchObject([
    { error: { code: expected } },
    { error: { code: expected } },
  ])
  end()
  expect(discord.calls).toHaveLength(asked)
})
