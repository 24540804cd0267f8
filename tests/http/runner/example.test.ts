import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { directoryOf } from '#app/features/directory/directory.server.ts'
import { searchMembers } from '#app/features/directory/queries.server.ts'
import { jobTypes } from '#app/features/jobs/schema.ts'
import { secondInstance, type SecondInstance } from '#tests/support/http/second-instance.ts'
import { openTcpProxy } from '#tests/support/http/tcp-proxy.ts'
import { oneServer, snowflake } from '#tests/support/http/client.ts'
import { fencesOf, said } from '#tests/support/documents/code-blocks.ts'
import { aGuild } from '#tests/support/factories.ts'
import { aJob, attemptsOf, jobNow } from '#tests/support/db/leasing.ts'
import { aRunnerToken, connect } from '#tests/support/discord/runner-socket.ts'

const page = readFileSync('content/docs/write-a-runner.mdx', 'utf8')
const codeOf = (title: string) => fencesOf(page).find((fence) => said(fence, 'title') === title)!.code
const code = codeOf('runner.mjs')
/** The example with the part about the directory, which gets the dispatches of this process. */
const withDirectory = `${code}
${codeOf('directory')}
process.on('message', ([type, d]) => onDispatch(type, d))`

test('the example has a hundred lines at most, and knows every type of job', () => {
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
  for (const type of jobTypes) expect(code).toContain(`  ${type}: (`)
})

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

/** The example as a process of its own, as a reader would start it. */
function start(url: string, token: string, source = code) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      NODE_ENV: 'production',
      RUNNER_URL: `${url.replace('http:', 'ws:')}/api/runner/ws`,
      RUNNER_TOKEN: token,
    },
  })
  undo.unshift(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (output += String(bytes)))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const says = (text: string, times = 1) =>
    vi.waitFor(() => expect(output.split(text).length - 1, output).toBe(times), 20_000)
  return { child, ended, says, output: () => output }
}

const succeeds = (it: SecondInstance, id: string, { output }: ReturnType<typeof start>) =>
  vi.waitFor(async () => expect(await jobNow(it, id), output()).toMatchObject({ state: 'succeeded' }), 20_000)

describe.each(oneServer())('the example of a runner on $name', (server) => {
  async function begin(source?: string) {
    const it = await secondInstance(server.env)
    const cable = await openTcpProxy(server.url)
    undo.unshift(
      () => cable.close(),
      () => it.close(),
    )
    const { id: guild } = await aGuild(it, snowflake())
    const { id, token } = await aRunnerToken(server, ['--guild', guild])
    return { it, cable, guild, id, token, program: start(cable.url, token, source) }
  }

  test('it does jobs, continues after a cut, and exits with 0 when told to stop', async () => {
    const { it, cable, guild, program } = await begin()
    await program.says('ready as')
    const first = await aJob(it, guild)
    await succeeds(it, first.id, program)
    await program.says(`${first.id}: recorded`)
    cable.cut()
    await program.says('ready as', 2)
    const second = await aJob(it, guild, { type: 'KICK_MEMBER' })
    await succeeds(it, second.id, program)
    program.child.kill('SIGTERM')
    expect(await program.ended, program.output()).toBe(0)
    const open = it.app.db.selectFrom('jobs').select('id').where('guild_id', '=', guild)
    expect(await open.where('finished_at', 'is', null).execute()).toEqual([])
  })

  test('a result that was under way when it was cut off is reported of the same attempt', async () => {
    const { it, cable, guild, program } = await begin()
    await program.says('ready as')
    cable.state.deafAfter = '"op":"job"'
    const job = await aJob(it, guild)
    await program.says('would write "Hello" to 500')
    expect(await jobNow(it, job.id)).toMatchObject({ state: 'leased' })
    cable.cut()
    delete cable.state.deafAfter
    cable.state.deaf = false
    await succeeds(it, job.id, program)
    expect(await attemptsOf(it, job.id)).toMatchObject([{ attempt: 1, outcome: 'succeeded' }])
    await program.says('would write', 1)
  })

  test('with the part about the directory, it reports channels, roles and changes', async () => {
    const { it, cable, guild, program } = await begin(withDirectory)
    const dispatch = (type: string, d: object) => program.child.send([type, d])
    const known = async () => {
      const { channels, roles } = await directoryOf(it.ctx(), guild)
      const current = [...channels.values(), ...roles.values()].filter(({ deleted_at }) => !deleted_at)
      return current.map((one) => [one.id, one.name])
    }
    const knows = (expected: object) =>
      vi.waitFor(async () => expect(await known(), program.output()).toEqual(expected), 20_000)
    const channel = (number: number) => ({
      ...{ guild_id: guild, id: String(300_000_000_000_000_000n + BigInt(number)), type: 0 },
      ...{ name: `channel-${number}`, position: number, parent_id: null },
      permission_overwrites: [{ id: guild, type: 0, allow: '0', deny: '1024' }],
    })
    const role = { id: guild, name: '@everyone', color: 0, position: 0, permissions: '0', managed: false }
    const integration = { ...role, id: '400000000000000001', name: 'Bot', tags: { bot_id: '1' } }
    // The channels need two frames.
    const channels = Array.from({ length: 33 }, (_, index) => channel(index))
    await program.says('ready as')
    dispatch('GUILD_CREATE', { id: guild, channels, roles: [role, integration] })
    const all = [...channels, integration, role].map(({ id, name }) => [id, name])
    await vi.waitFor(async () => expect((await known()).sort()).toEqual(all.sort()), 20_000)
    expect((await directoryOf(it.ctx(), guild)).roles.get(integration.id)).toMatchObject({ managed: true })

    for (const { id } of channels.slice(1)) dispatch('CHANNEL_DELETE', { guild_id: guild, id })
    dispatch('CHANNEL_UPDATE', { ...channel(0), name: 'lobby' })
    dispatch('GUILD_ROLE_DELETE', { guild_id: guild, role_id: integration.id })
    await knows([[channel(0).id, 'lobby'], [guild, '@everyone']]) // oxfmt-ignore

    // Changes during an outage, and a directory that the service lost.
    await it.app.db.deleteFrom('directories').where('guild_id', '=', guild).execute()
    cable.cut()
    dispatch('CHANNEL_UPDATE', { ...channel(0), name: '___hidden___', flags: 1 << 17 })
    dispatch('GUILD_ROLE_CREATE', {
      guild_id: guild,
      role: { ...role, id: '400000000000000002', name: 'New' },
    })
    await program.says('ready as', 2)
    await knows([[channel(0).id, ''], ['400000000000000002', 'New'], [guild, '@everyone']]) // oxfmt-ignore

    const search = searchMembers(it.ctx(), { guildId: guild, q: 'ada' })
    await expect(search).rejects.toMatchObject({ message: /could not respond/ })
    const job = await aJob(it, guild)
    await succeeds(it, job.id, program)
    expect(await attemptsOf(it, job.id)).toMatchObject([{ attempt: 1, outcome: 'succeeded' }])
  })

  test('it ends with 1 when the service does not want it', async () => {
    const { cable, token, program } = await begin()
    await program.says('ready as')
    const other = connect(server, token)
    await other.next()
    other.send('identify', { instance_key: 'example-1', name: 'other', version: '1', slots: 0 })
    expect(await program.ended).toBe(1)
    other.socket.close()
    expect(await start(cable.url, 'sgn_run_nonsense').ended).toBe(1)
  })
})
