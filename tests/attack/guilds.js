/** Claim 3: a manager of guild A can never act in guild B, over HTTP or through leases. */
import { attackThroughBot } from '#tests/attack/guild-bot.js'
import { overHttp } from '#tests/attack/guild-http.js'
import { stealLease } from '#tests/attack/guild-leases.js'
import { connect, createEvent, createSnapshot } from '#tests/attack/support/runner.js'
import { startServer } from '#tests/attack/support/server.js'
import { addGuild, automation, guildA, guildB } from '#tests/attack/support/two-guilds.js'

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack(context) {
  const { claim, random, options, finish } = context
  const server = await startServer(options, { RATE_LIMITS: 'off' })
  const owner = await server.person('owner', 'owner@example.org')
  const secret = `secret${random.word(10)}`
  await addGuild(server, guildA, 'Guild A')
  await addGuild(server, guildB, `Guild ${secret}`)
  const [alice, bob] = [
    await server.person('member', 'alice@example.org'),
    await server.person('member', 'bob@example.org'),
  ]
  await owner.ask('PUT', `/api/guilds/${guildA}/managers/${alice.id}`)
  await owner.ask('PUT', `/api/guilds/${guildB}/managers/${bob.id}`)
  /** @param {import('#tests/attack/support/http.js').Client} by @param {string} guild @param {string} name */
  const make = async (by, guild, name) =>
    (await by.ask('POST', `/api/guilds/${guild}/automations`, automation(name))).json?.automation?.id
  const mine = await make(alice, guildA, 'Mine')
  const theirs = await make(bob, guildB, secret)
  const command = (
    await bob.ask('POST', `/api/guilds/${guildB}/commands`, {
      name: secret.slice(0, 20),
      description: secret,
      response: { type: 'message', content: secret },
    })
  ).json?.command?.id
  if (!mine || !theirs || !command) claim.figure(`setup is incomplete: ${mine} ${theirs} ${command}`)

  // A job of B under a lease of B's runner, and a runner of A beside it.
  const [forA, forB] = await Promise.all(
    [guildA, guildB].map((guild) => server.cli(['runners', 'create', '--name', guild, '--guild', guild])),
  )
  const second = await server.cli(['runners', 'create', '--name', 'second', '--guild', guildB])
  const runnerA = await connect(server.url, forA.token)
  await runnerA.identify({ slots: 50 })
  const runnerB = await connect(server.url, forB.token)
  await runnerB.identify({ slots: 1 })
  const event = createEvent(guildB, {
    data: { content: secret },
    actor: { id: '200000000000000042', name: secret, is_bot: false },
  })
  await runnerB.report([event, createEvent(guildB, { data: { content: secret } })])
  const job = await runnerB.hear(({ op }) => op === 'job', 8000)
  if (!claim.check(Boolean(job), 'setup lease', 'an event of B', runnerB.heard, 'a job for the runner of B'))
    return finish(server)
  const { job_id, lease_token, attempt } = job?.d ?? {}
  runnerB.say('accept', { job_id, lease_token })
  await runnerB.hear(({ op }) => op === 'never', 300)

  await stealLease({
    claim,
    server,
    tokens: [forA.token, second.token],
    job: { job_id, lease_token, attempt },
  })
  // Reports of B through a runner of A, in every spelling and mixed into a batch.
  for (const guild of [
    guildB,
    ` ${guildB}`,
    `${guildB}\u0000`,
    Number(guildB),
    [guildB],
    `0${guildB}`,
    '*',
    '',
    null,
  ]) {
    for (const events of [
      [{ ...createEvent(guildB), guild_id: guild }],
      [createEvent(guildA), { ...createEvent(guildB), guild_id: guild }],
    ]) {
      const probe = await connect(server.url, forA.token)
      await probe.identify()
      const id = String(events.at(-1)?.id)
      await probe.report(events, undefined, 1500)
      probe.say('snapshot', createSnapshot(guild, 666))
      await probe.hear(({ op }) => op === 'error', 150)
      probe.close()
      const { text } = await bob.ask('GET', `/api/guilds/${guildB}/events?limit=100`)
      claim.check(!text.includes(id), 'foreign report', guild, text, 'no event of B from a runner of A')
    }
  }
  const stats = await bob.ask('GET', `/api/stats/${guildB}`)
  claim.check(
    !stats.text.includes('666'),
    'foreign snapshot',
    'snapshot of B by a runner of A',
    stats.text,
    'refused',
  )
  claim.check(
    !runnerA.heard.some(({ op, d }) => op === 'job' && d.payload?.guild_id !== guildA),
    'foreign job',
    'a runner of A with 50 slots',
    runnerA.heard,
    'no job of B',
  )

  await overHttp({
    claim,
    server,
    alice,
    bob,
    ids: { mine, theirs, command, job: job_id, event: event.id },
    secret,
    random,
  })
  // Nothing of it changed the job: the right runner ends it.
  const from = runnerB.heard.length
  runnerB.say('result', { job_id, attempt, lease_token, status: 'succeeded' })
  const ack = await runnerB.hear(({ op, d }) => op === 'ack' && d.job_id === job_id, 5000, from)
  claim.check(ack?.d.outcome === 'recorded', 'job of B', 'the result of the right runner', ack, 'recorded')
  runnerA.close()
  runnerB.close()

  const key = await server.cli([
    'keys',
    'create',
    '--guild',
    guildA,
    '--name',
    'a',
    '--scopes',
    'stats:read,settings:read,commands:read,automations:read',
  ])
  for (const route of ['stats', 'settings', 'commands', 'automations', 'integrations/status'])
    for (const query of ['', `?guild_id=${guildB}`, `?guildId=${guildB}`, `/${guildB}`, `?guild=${guildB}`]) {
      const answer = await server.client().ask('GET', `/api/v1/${route}${query}`, undefined, {
        authorization: `Bearer ${key.key}`,
        'x-guild-id': guildB,
        cookie: `session=${bob.cookies.get('session')}`,
      })
      claim.check(
        !answer.text.includes(guildB) && !answer.text.includes(secret),
        'key',
        [route, query],
        answer.text,
        'guild A only',
      )
    }
  await finish(server)
  await attackThroughBot(context)
}
