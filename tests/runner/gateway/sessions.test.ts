import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#app/platform/config/config.server.ts'
import { openSessions } from '#app/runner/gateway/sessions.server.ts'
import { startGateway } from '#tests/support/discord/gateways.ts'
import { fakeDiscord, type FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { privileged } from '#tests/mocks/fake-discord-gateway.ts'
import { aGuild, aMember } from '#tests/mocks/fake-discord-world.ts'
import { aLog, aRunner, until } from '#tests/support/discord/runners.ts'
import { shortenTimers } from '#tests/support/hurry.ts'
import { temporaryFolder } from '#tests/support/http/server.ts'

const undo: (() => Promise<unknown>)[] = []
// Discord's library waits for half a second before each try, and for one to five when a session is gone.
beforeEach(() => shortenTimers(10))
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function start(given: Parameters<typeof startGateway>[0]) {
  const one = await startGateway({ over: { stopTimeout: 100 }, ...given })
  undo.unshift(one.close)
  return one
}

const ada = aMember()
const guild = aGuild({ members: [ada], voice_states: [] })
const write = (discord: FakeDiscord, content: string) =>
  discord.addMessage({ channel_id: guild.channels[1]!.id, guild_id: guild.id, author: ada.user, content })

/** A Discord and a folder that outlive the processes of a test. */
async function lasting() {
  const discord = await fakeDiscord({ guilds: [guild] })
  const folder = await temporaryFolder()
  undo.push(discord.stop, folder.remove)
  const file = join(folder.path, 'gateway-session.json')
  const kept = async () => JSON.parse(await readFile(file, 'utf8')) as { sessions: { sequence: number }[] }
  return { discord, folder: folder.path, file, kept }
}

test('after a cut the session goes on, and what happened meanwhile is reported once', async () => {
  const { discord, some, events } = await start({ guilds: [guild] })
  write(discord, 'before')
  await some('MESSAGE_CREATE')
  discord.gateway.cut()
  write(discord, 'meanwhile')
  await some('MESSAGE_CREATE', 2)
  expect(discord.gateway.identifies).toHaveLength(1)
  expect(discord.gateway.resumes).toMatchObject([{ accepted: true, replayed: 1 }])
  const contents = events().map(({ data }) => data.content)
  expect(contents).toEqual(['before', 'meanwhile'])
})

test('a session that Discord has forgotten begins anew', { timeout: 40_000 }, async () => {
  const { discord, some } = await start({ guilds: [guild] })
  discord.gateway.forget()
  discord.gateway.cut()
  await until(() => discord.gateway.identifies.length === 2, 'it does not identify again', 20_000)
  expect(discord.gateway.resumes).toMatchObject([{ accepted: false }])
  await until(() => discord.gateway.connected())
  write(discord, 'again')
  await some('MESSAGE_CREATE')
})

test('while the network is away the session is kept', { timeout: 40_000 }, async () => {
  const { discord, some } = await start({ guilds: [guild] })
  discord.gateway.close()
  write(discord, 'while nobody listened')
  await until(() => discord.gateway.tries() >= 3, 'it does not try again', 20_000)
  discord.gateway.close(false)
  await some('MESSAGE_CREATE')
  expect(discord.gateway.identifies).toHaveLength(1)
})

test('a session is not given up because nothing can be reached, unless for long', async () => {
  const clock = { time: 0 }
  const token = 'a.b.c'
  const sessions = await openSessions({ path: '/nowhere', token, log: aLog().log, now: () => clock.time })
  const info = { sessionId: 's', resumeURL: 'ws://x', sequence: 5, shardId: 0, shardCount: 1 }
  sessions.update(0, info)
  sessions.setOffline(true)
  sessions.update(0, null)
  expect(sessions.retrieve(0)).toEqual(info)
  clock.time = 61_000
  sessions.freeze(false)
  sessions.update(0, null)
  expect(sessions.retrieve(0)).toBeNull()
})

test('a process that stops leaves the session to the next one, which misses nothing', async () => {
  const { discord, folder } = await lasting()
  const first = await start({ discord, folder })
  write(discord, 'one')
  await first.some('MESSAGE_CREATE')
  await first.runner.stop()
  write(discord, 'two')
  const second = await start({ discord, folder })
  expect((await second.some('MESSAGE_CREATE')).map(({ data }) => data.content)).toEqual(['two'])
  expect(discord.gateway.identifies).toHaveLength(1)
  expect(discord.gateway.resumes).toMatchObject([{ accepted: true }])
})

test('after a crash, the next process reports what was never acknowledged', async () => {
  const { discord, folder, file, kept } = await lasting()
  const first = await start({ discord, folder })
  write(discord, 'acknowledged')
  const [{ id: known } = { id: '' }] = await first.some('MESSAGE_CREATE')
  await until(() => first.says('connected'))
  // READY, the guild, its members and the message. The file follows what is acknowledged after a while.
  await vi.waitFor(async () => expect((await kept()).sessions[0]!.sequence).toBe(4))
  first.service.state.acks = false
  const unknown = write(discord, 'never acknowledged')
  await first.some('MESSAGE_CREATE', 2)
  // As it was at the moment of a power cut: what a clean stop writes is not there.
  const atDeath = await readFile(file, 'utf8')
  await first.runner.stop()
  await writeFile(file, atDeath)
  const second = await start({ discord, folder })
  const found = await second.some('MESSAGE_CREATE')
  expect(found.map(({ id }) => id)).toContain(unknown.id)
  expect(found.map(({ id }) => id)).not.toContain(known)
  expect(discord.gateway.identifies).toHaveLength(1)
})

test('after a resume by a new process, names and counts come from the REST API', async () => {
  const { discord, folder } = await lasting()
  const first = await start({ discord, folder })
  await first.heard('snapshot')
  await first.runner.stop()
  const second = await start({ discord, folder })
  const [snapshot] = await second.heard('snapshot')
  expect(snapshot!.d).toMatchObject({ guild_id: guild.id, member_count: 1, channel_count: 3, role_count: 1 })
  write(discord, 'x')
  const [event] = await second.some('MESSAGE_CREATE')
  expect(event!.channel!.name).toBe('general')
})

test('the file has no token, is ignored for another bot and may be corrupt', async () => {
  const { discord, folder, file } = await lasting()
  const first = await start({ discord, folder })
  await first.heard('snapshot')
  await first.runner.stop()
  const text = await readFile(file, 'utf8')
  expect(text).not.toContain('secret')
  const open = (token: string) => openSessions({ path: file, token, log: aLog().log })
  expect((await open(discord.env.DISCORD_BOT_TOKEN)).retrieve(0)).toMatchObject({ shardId: 0 })
  expect((await open('another.bots.token')).retrieve(0)).toBeNull()
  await writeFile(file, '{"sessions": [{')
  expect((await open(discord.env.DISCORD_BOT_TOKEN)).retrieve(0)).toBeNull()
})

test('refused privileged intents are omitted, and the log says what is missing', async () => {
  const { discord, says, some } = await start({ guilds: [guild], refusedIntents: privileged.members })
  expect(discord.gateway.identifies).toHaveLength(2)
  const [first, second] = discord.gateway.identifies.map(({ intents }) => intents)
  expect(first! & ~second!).toBe(privileged.members | privileged.content)
  expect(says('Server Members Intent')).toBe(true)
  write(discord, 'hidden')
  expect((await some('MESSAGE_CREATE'))[0]!.data).toMatchObject({ content: '' })
})

test('a bot token that is refused is said, and jobs go on', async () => {
  const { env, stop } = await fakeDiscord()
  undo.push(stop)
  const config = readConfig({ ...env, DISCORD_BOT_TOKEN: 'a.wrong.token' })
  const { runner, says, heard, service } = await aRunner({ config, gateway: true })
  undo.unshift(runner.stop, service.stop)
  await until(() => says('disconnected from Discord’s gateway'))
  await heard('heartbeat', 2)
})
