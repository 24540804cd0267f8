import { afterAll, beforeAll, expect, test } from 'vitest'
import { discordActionTester } from '#tests/support/discord/discord-actions.ts'
import { fakeDiscord, limited, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aMember } from '#tests/mocks/fake-discord-world.ts'

const guild = aGuild()
const channel_id = guild.channels[1]!.id
let discord: FakeDiscord
let act: ReturnType<typeof discordActionTester>
beforeAll(async () => {
  discord = await fakeDiscord({ guilds: [guild] })
  act = discordActionTester(discord, guild.id, aMember().user.id)
})
afterAll(() => discord.stop())

const says = (status: number, code = 0, message = 'No') => ({ status, body: { code, message } })
test.each([
  ['a wrong body', { ...says(400, 50035, 'Invalid Form Body'), times: 1 }, 'invalid_request', false],
  ['a wrong token', says(401), 'unauthorized', false],
  ['a missing permission', says(403, 50013), 'forbidden', false],
  ['a channel that is not there', says(404, 10003), 'not_found', false],
  ['a limit', limited(60), 'rate_limited', true],
  ['an outage', says(502), 'unavailable', true],
])('%s is told by a code, and whether to try again', async (_, trouble, code, retryable) => {
  const end = discord.trouble(/messages$/, trouble)
  const outcome = await act('SEND_MESSAGE', { channel_id, content: 'x' })
  end()
  expect(outcome).toMatchObject({ status: 'failed', error: { code, retryable } })
  expect(JSON.stringify(outcome)).not.toMatch(/secret|127\.0\.0\.1|http/)
})

test('where a body is wrong is told', async () => {
  const errors = { embeds: { 0: { title: { _errors: [{ code: 'X', message: 'Too long' }] } } } }
  const body = { code: 50035, message: 'Invalid Form Body', errors }
  const end = discord.trouble(/messages$/, { status: 400, body })
  const outcome = await act('SEND_MESSAGE', { channel_id, content: 'x' })
  end()
  expect(outcome).toMatchObject({
    error: { message: 'Discord rejected this: Invalid Form Body; embeds.0.title: Too long' },
  })
})

test('an action that is stopped ends at once, whatever Discord does', async () => {
  const end = discord.trouble(/messages$/, { hang: true })
  const controller = new AbortController()
  const outcome = act('SEND_MESSAGE', { channel_id, content: 'x' }, { signal: controller.signal })
  controller.abort()
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'aborted' } })
  end()
})
