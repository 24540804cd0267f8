import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { discordActionTester } from '#tests/support/discord/discord-actions.ts'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aMember, newId } from '#tests/mocks/fake-discord-world.ts'
import { until } from '#tests/support/discord/runners.ts'
import { aJob } from '#tests/support/discord/scripted-service.ts'

const ada = aMember()
const own = aGuild({ members: [ada] })
const other = aGuild()
const role_id = own.roles[1]!.id
const inTheirs = { channel_id: other.channels[1]!.id }
const wrongGuild = { status: 'failed', error: { code: 'wrong_guild', retryable: false } }

let discord: FakeDiscord
let act: ReturnType<typeof discordActionTester>
beforeAll(async () => void (discord = await fakeDiscord({ guilds: [own, other] })))
beforeEach(() => {
  act = discordActionTester(discord, own.id, ada.user.id)
  discord.calls.length = 0
})
afterAll(() => discord.stop())

test('many actions at once look each id up once', async () => {
  const config = { user_id: ada.user.id, role_id }
  await Promise.all(Array.from({ length: 20 }, () => act('ADD_ROLE', config)))
  await Promise.all(
    Array.from({ length: 20 }, () => act('SEND_MESSAGE', { channel_id: own.channels[1]!.id, content: 'x' })),
  )
  expect(discord.calls.filter(({ method }) => method === 'GET')).toHaveLength(3)
})

test('a role newer than the list is found, and a wrong one is looked up once more', async () => {
  const give = (id: string) => act('ADD_ROLE', { user_id: ada.user.id, role_id: id })
  await give(role_id)
  const fresh = { id: newId(), name: 'Fresh' }
  own.roles.push(fresh)
  expect(await give(fresh.id)).toMatchObject({ status: 'succeeded' })
  await give(other.roles[1]!.id)
  expect(await give(other.roles[1]!.id)).toMatchObject(wrongGuild)
  expect(discord.callsOf('GET', `/guilds/${own.id}/roles`)).toHaveLength(3)
})

test('what the gateway knows is not looked up, and refuses a channel of another guild', async () => {
  const config = { channel_id: own.channels[1]!.id, content: 'x' }
  expect(await act('SEND_MESSAGE', config, { known: { channelGuild: own.id } })).toMatchObject({
    status: 'succeeded',
  })
  const known = { channelGuild: other.id, isMember: true, hasRole: true }
  expect(await act('SEND_MESSAGE', { ...inTheirs, content: 'x' }, { known })).toMatchObject(wrongGuild)
  expect(await act('ADD_ROLE', { user_id: ada.user.id, role_id }, { known })).toMatchObject({
    status: 'succeeded',
  })
  expect(discord.callsOf('GET', /./)).toEqual([])
})

test('a job is given to its action with what the gateway knows of its ids', async () => {
  const world = await startGateway({ discord })
  await until(() => world.service.all('snapshot').length > 0)
  const job = aJob()
  job.payload = {
    ...job.payload,
    guild_id: own.id,
    config: { user_id: ada.user.id, role_id },
    event: { ...job.payload.event, guild_id: own.id },
  }
  world.service.say('job', { ...job, type: 'ADD_ROLE' })
  await until(() => world.tasks.length > 0)
  expect(world.tasks[0]!.task.known).toEqual({ isMember: true, hasRole: true })
  world.tasks[0]!.end({ status: 'succeeded', output: {} })
  await world.close()
})
