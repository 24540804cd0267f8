import { afterAll, beforeAll, expect, test } from 'vitest'
import { discordActionTester } from '#tests/support/discord/discord-actions.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aMember } from '#tests/mocks/fake-discord-world.ts'
import { anEvent } from '#tests/support/discord/scripted-service.ts'

const ada = aMember()
const own = aGuild({ members: [ada] })
const role_id = own.roles[1]!.id
const user_id = ada.user.id
const channel_id = own.channels[1]!.id

let discord: FakeDiscord
beforeAll(async () => void (discord = await fakeDiscord({ guilds: [own] })))
afterAll(() => discord.stop())

test.each([
  ['SEND_MESSAGE', { content: 'x' }],
  ['SEND_DM', { content: 'x' }],
  ['ADD_ROLE', { user_id }],
  ['REMOVE_ROLE', { role_id }],
  ['TIMEOUT_MEMBER', { duration_seconds: 60 }],
  ['KICK_MEMBER', {}],
  ['BAN_MEMBER', {}],
  ['DELETE_MESSAGE', { channel_id }],
  ['ADD_REACTION', { channel_id, emoji: '👍' }],
] as const)('%s is refused when an id is missing, whatever the gateway knows', async (type, config) => {
  const known = { channelGuild: own.id, isMember: true, hasRole: true }
  const outcome = await discordActionTester(discord, own.id, user_id)(type, config as never, { known })
  expect(outcome).toMatchObject({ error: { code: 'invalid_request', retryable: false } })
  expect(discord.calls).toEqual([])
})

test.each([undefined, '', '1', `${own.id}/bans`, `../guilds/${own.id}`])(
  'a job of the guild %j is refused',
  async (guild_id) => {
    const event = anEvent({ guild_id: guild_id as string })
    const outcome = await discordActionTester(discord, guild_id as string, user_id)(
      'KICK_MEMBER',
      { user_id },
      { event },
    )
    expect(outcome).toMatchObject({ error: { code: 'invalid_request', retryable: false } })
    expect(discord.calls).toEqual([])
  },
)
