import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeDiscord } from '#tests/mocks/fake-discord.ts'
import { aGuild, aUser } from '#tests/mocks/fake-discord-world.ts'
import { startRunnerProcess } from '#tests/support/discord/runner-process.ts'
import { until } from '#tests/support/discord/runners.ts'
import { aJob, scriptedService } from '#tests/support/discord/scripted-service.ts'
import { oneServer } from '#tests/support/http/client.ts'
import { cli, cliJson } from '#tests/support/http/server.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

const token = { RUNNER_TOKEN: 'sgn_run_test' }

async function aService(script?: Parameters<typeof scriptedService>[0]) {
  const service = await scriptedService({ heartbeat: 1_000, ...script })
  undo.push(service.stop)
  return service
}
async function aProcess(...args: Parameters<typeof startRunnerProcess>) {
  const one = await startRunnerProcess(...args)
  undo.unshift(one.close)
  return one
}

test('it says when it is connected, does jobs, and leaves when it is told to', async () => {
  const service = await aService()
  const runner = await aProcess(
    ['--url', service.url, '--name', 'Box', '--slots', '3', '--instance', 'box-1'],
    token,
  )
  await runner.connected()
  expect(runner.said.out).toBe(`Runner Box is connected to ${service.url} (dry run: yes).\n`)
  expect(service.all('identify')[0]!.d).toMatchObject({ name: 'Box', slots: 3, instance_key: 'box-1' })
  service.say('job', aJob())
  await until(() => service.all('result').length === 1)
  runner.child.kill('SIGTERM')
  expect(await runner.ended).toBe(0)
  expect(service.all('bye')).toHaveLength(1)
  expect(runner.said.out).toContain('The runner has stopped.')
})

test('a stop finishes current jobs, takes no more, and waits for the service', async () => {
  const guild = aGuild({ id: aJob().payload.guild_id })
  const discord = await fakeDiscord({ guilds: [guild] })
  undo.push(discord.stop)
  const service = await aService({ acks: false })
  const runner = await aProcess(['--url', service.url], { ...token, ...discord.env })
  await runner.connected()
  expect(runner.said.out).toContain('(dry run: no)')
  discord.trouble(/messages$/, { delay: 700 })
  const job = aJob()
  job.payload.config = { channel_id: guild.channels[1]!.id, content: 'Hello' }
  service.say('job', job)
  await until(() => discord.callsOf('POST', /messages$/).length === 1)
  runner.child.kill('SIGTERM')
  await until(() => service.all('ready_for').some(({ d }) => d.slots === 0))
  service.say('job', aJob())
  await until(() => service.all('reject').length === 1)
  await until(() => service.all('result').length === 1)
  expect(service.all('result')[0]!.d).toMatchObject({ status: 'succeeded' })
  expect(service.all('bye')).toEqual([])
  service.state.acks = true
  service.say('ack', { job_id: job.job_id, outcome: 'recorded' })
  // The bot’s own message is an event too.
  for (const { d } of service.all('events')) service.say('ack', { batch_id: d.batch_id, outcome: 'recorded' })
  expect(await runner.ended).toBe(0)
  expect(service.all('bye')).toHaveLength(1)
})

test('a second signal ends it at once', async () => {
  const service = await aService({ acks: false })
  const runner = await aProcess(['--url', service.url], token)
  await runner.connected()
  service.say('job', aJob())
  await until(() => service.all('result').length === 1)
  runner.child.kill('SIGINT')
  await until(() => service.all('ready_for').length === 1)
  runner.child.kill('SIGTERM')
  expect(await runner.ended).toBe(1)
})

test('after a kill, the next process reports what the gateway said', async () => {
  const guild = aGuild()
  const discord = await fakeDiscord({ guilds: [guild] })
  undo.push(discord.stop)
  const service = await aService()
  const first = await aProcess(['--url', service.url], { ...token, ...discord.env })
  const say = () =>
    discord.addMessage({
      channel_id: guild.channels[1]!.id,
      guild_id: guild.id,
      author: aUser(),
      content: 'x',
    })
  const reported = () => service.all('events').flatMap(({ d }) => d.events.map(({ id }) => id))
  await until(() => discord.gateway.connected(), 'it does not identify', 15_000)
  const before = say()
  await until(() => reported().includes(before.id))
  await first.kept()
  first.child.kill('SIGKILL')
  await first.ended
  const missed = [say(), say()].map(({ id }) => id)
  await aProcess(['--url', service.url, '--instance', 'other'], {
    ...token,
    ...discord.env,
    DATA_DIR: first.folder,
  })
  await until(() => missed.every((id) => reported().includes(id)), 'it is not reported', 15_000)
  expect(discord.gateway.identifies).toHaveLength(1)
})

test.each([
  [{ status: 401 }, 'rejected the token'],
  [{ code: 4010 }, 'another version'],
])(
  'a refusal for good ends it with a sentence and exit code 1: %o',
  async ({ status = 0, code = 0 }: { status?: number; code?: number }, words) => {
    const service = await aService({ status })
    const runner = await aProcess(['--url', service.url], token)
    if (code) {
      await runner.connected()
      service.close(code)
    }
    expect(await runner.ended).toBe(1)
    expect(runner.said.err).toContain(words)
    expect(runner.said.err).not.toContain('sgn_run_')
  },
)

test('the token is read from standard input or the environment, and nowhere else', async () => {
  const service = await aService()
  const runner = await aProcess(['--url', service.url, '--token', '-', '--json'], {}, 'sgn_run_typed\nmore')
  await runner.connected()
  expect(service.upgrades[0]!.headers.authorization).toBe('Bearer sgn_run_typed')
  expect(JSON.parse(runner.said.out)).toMatchObject({ connected: true, url: service.url, dry_run: true })
  const shown = await cli({}, ['runner', '--token', 'sgn_run_shown'])
  expect(shown).toMatchObject({ code: 2, out: '' })
  expect(shown.err).toContain('--token -')
  expect(shown.err).not.toContain('sgn_run_shown')
  expect(await cli({}, ['runner'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('RUNNER_TOKEN'),
  })
  expect((await cli(token, ['runner', '--slots', '0'])).code).toBe(2)
  expect((await cli(token, ['runner', '--url', 'http://x'])).code).toBe(2)
})

describe.each(oneServer())('with the service on $name', (server) => {
  test('a runner of this machine connects by itself, and is known', async () => {
    const { token, id } = await cliJson<{ token: string; id: string }>(server.env, [
      'runners',
      'create',
      '--name',
      'own',
    ])
    const { port } = new URL(server.url)
    const runner = await aProcess(['--name', 'own'], { RUNNER_TOKEN: token, PORT: port })
    await runner.connected()
    const seen = () =>
      cliJson<{ runners: { id: string; last_seen_at: string | null }[] }>(server.env, ['runners', 'list'])
    await vi.waitFor(async () => {
      const one = (await seen()).runners.find((runner) => runner.id === id)
      expect(one?.last_seen_at).not.toBeNull()
    }, 15_000)
    runner.child.kill('SIGTERM')
    expect(await runner.ended).toBe(0)
  })
})
