/** The part of claim 3 that goes through the shipped runner, with a Discord of our own. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startDiscord } from '#tests/attack/support/fake-discord.js'
import { addGuild, automation, guildA, guildB } from '#tests/attack/support/two-guilds.js'
import { connect, createEvent } from '#tests/attack/support/runner.js'
import { freePort, releasePort, sleep, startServer } from '#tests/attack/support/server.js'

const bot = '700000000000000001'
const inA = { channel: '300000000000000001', role: '400000000000000001', member: '200000000000000001' }
const inB = { channel: '300000000000000002', role: '400000000000000002', member: '200000000000000002' }
const nowhere = '200000000000000099'

/** @param {import('#tests/attack/run.js').Context} context */
export async function attackThroughBot({ claim, options, finish }) {
  const port = await freePort()
  const discord = await startDiscord(
    port,
    [
      { id: guildA, channels: [inA.channel], roles: [guildA, inA.role], members: [inA.member] },
      { id: guildB, channels: [inB.channel], roles: [guildB, inB.role], members: [inB.member] },
    ],
    bot,
  )
  const server = await startServer(options, { RATE_LIMITS: 'off' })
  const owner = await server.person('owner', 'owner@example.org')
  for (const id of [guildA, guildB]) await addGuild(server, id, id)
  const alice = await server.person('member', 'alice@example.org', 'nine horses near the water')
  await owner.ask('PUT', `/api/guilds/${guildA}/managers/${alice.id}`)
  const [shipped, reporter] = await Promise.all(
    ['shipped', 'reporter'].map((name) => server.cli(['runners', 'create', '--name', name])),
  )
  const child = spawn(
    process.execPath,
    ['app/cli.js', 'runner', '--jobs-only', '--json', '--url', server.url.replace('http', 'ws')],
    {
      cwd: fileURLToPath(new URL('../../', import.meta.url)),
      env: {
        ...server.env,
        RUNNER_TOKEN: shipped.token,
        DISCORD_API_URL: discord.url,
        DISCORD_BOT_TOKEN: 'NzAw.a.b',
        DISCORD_APPLICATION_ID: bot,
      },
    },
  )
  let log = ''
  child.stdout.on('data', (chunk) => (log += chunk))
  child.stderr.on('data', (chunk) => (log += chunk))
  try {
    await alice.ask(
      'PUT',
      `/api/guilds/${guildA}/settings`,
      {
        settings: {
          logging_enabled: true,
          log_channel_id: inB.channel,
        },
      },
      { 'if-match': '"v0"' },
    )
    const content = 'foreign'
    const message_id = '500000000000000002'
    const deeds = [
      ['SEND_MESSAGE', { channel_id: inB.channel, content }],
      ['SEND_MESSAGE', { channel_id: inB.channel, content, embed: { title: 'foreign' } }],
      ['LOG_TO_CHANNEL', { channel_id: inB.channel, content }],
      ['LOG_TO_CHANNEL', { content }],
      ['SEND_DM', { user_id: inB.member, content }],
      ['SEND_DM', { user_id: nowhere, content }],
      ['ADD_ROLE', { user_id: inA.member, role_id: inB.role }],
      ['ADD_ROLE', { user_id: inB.member, role_id: inA.role }],
      ['REMOVE_ROLE', { user_id: inB.member, role_id: inB.role }],
      ['TIMEOUT_MEMBER', { user_id: inB.member, duration_seconds: 60 }],
      ['KICK_MEMBER', { user_id: inB.member }],
      ['DELETE_MESSAGE', { channel_id: inB.channel, message_id }],
      ['CREATE_THREAD', { channel_id: inB.channel, name: 'foreign' }],
      ['CREATE_THREAD', { channel_id: inB.channel, name: 'foreign', message_id }],
      ['ADD_REACTION', { channel_id: inB.channel, message_id, emoji: '👋' }],
      [
        'ADD_REACTION',
        { channel_id: inA.channel, message_id, emoji: `../../../../channels/${inB.channel}/messages` },
      ],
      ['ADD_REACTION', { channel_id: inA.channel, message_id, emoji: 'a:300000000000000002/../../x' }],
      // The control: this one is in guild A, and must be done.
      ['SEND_MESSAGE', { channel_id: inA.channel, content: 'control' }],
    ]
    let made = 0
    for (const [type, config] of deeds) {
      const answer = await alice.ask(
        'POST',
        `/api/guilds/${guildA}/automations`,
        automation(`${type} ${made}`, { actions: [{ type, config }] }),
      )
      if (answer.status === 201) made += 1
    }
    // These take the channel and the user from the event, which names those of B.
    for (const type of ['SEND_DM', 'KICK_MEMBER', 'CREATE_THREAD', 'DELETE_MESSAGE'])
      await alice.ask(
        'POST',
        `/api/guilds/${guildA}/automations`,
        automation(`${type} of the event`, {
          trigger: { events: ['REACTION_ADD'], schedule: null },
          actions: [
            {
              type,
              config: type === 'SEND_DM' ? { content } : type === 'CREATE_THREAD' ? { name: content } : {},
            },
          ],
        }),
      )
    const source = await connect(server.url, reporter.token)
    await source.identify()
    await source.report([
      createEvent(guildA, {
        actor: { id: inA.member, name: 'A', is_bot: false },
        channel: { id: inA.channel, name: 'a' },
      }),
      createEvent(guildA, {
        type: 'REACTION_ADD',
        actor: { id: inB.member, name: 'B', is_bot: false },
        channel: { id: inB.channel, name: 'b' },
        target: { id: message_id, kind: 'message', name: 'm' },
      }),
    ])
    for (
      let tries = 0;
      tries < 60 && !discord.writes.some(({ body }) => body?.content === 'control');
      tries += 1
    )
      await sleep(250)
    await sleep(3000)
    source.close()
    claim.check(
      discord.writes.some(({ body }) => body?.content === 'control'),
      'setup bot',
      'a message in guild A',
      [log.slice(-300), discord.writes],
      'the runner sends it',
    )
    const { json } = await alice.ask('GET', `/api/guilds/${guildA}/jobs?limit=100`)
    const ends = (json?.jobs ?? []).map(
      (/** @type {any} */ job) => `${job.type} ${job.state} ${job.error?.code ?? ''}`,
    )
    claim.figure(`${made} automations, jobs: ${ends.join(', ')}`)
    claim.attempt(made)
    for (const write of discord.writes) {
      const text = JSON.stringify(write)
      // Guild A may name a stranger, so a member of B in a path of A is no act in B.
      const path = new URL(write.path, 'http://discord').pathname
      const ids = [guildB, inB.channel, inB.role].some((id) => path.split('/').includes(id))
      const direct = write.path === '/users/@me/channels' && write.body?.recipient_id !== inA.member
      const foreign = ids || direct || /"foreign"/.test(text)
      claim.check(
        !foreign,
        `write ${write.method} ${write.path}`,
        'an automation of guild A with ids of guild B',
        write,
        'wrong_guild, and no write at Discord',
      )
    }
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) =>
      child.exitCode === null ? child.once('close', resolve) : resolve(undefined),
    )
    discord.stop()
    releasePort(port)
  }
  await finish(server)
}
