/** The part of claim 3 that goes over HTTP: operations, pages and forms of another guild. */
import { automation, guildA, guildB } from '#tests/attack/support/two-guilds.js'

/**
 * Every operation of guilds with the ids of B, as the manager of A.
 * @param {object} setup
 * @param {import('#tests/attack/support/claim.js').Claim} setup.claim
 * @param {import('#tests/attack/support/server.js').Server} setup.server
 * @param {import('#tests/attack/support/server.js').Person} setup.alice
 * @param {import('#tests/attack/support/server.js').Person} setup.bob
 * @param {Record<'mine' | 'theirs' | 'command' | 'job' | 'event', string>} setup.ids
 * @param {string} setup.secret
 * @param {import('#tests/attack/support/random.js').Random} setup.random
 */
export async function overHttp({ claim, server, alice, bob, ids, secret, random }) {
  const { json: description } = await alice.ask('GET', '/api/openapi.json')
  const look = async () => {
    const places = [
      'settings',
      'automations',
      'commands',
      'integrations',
      `jobs/${ids.job}`,
      `automations/${ids.theirs}`,
    ]
    const answers = await Promise.all(places.map((place) => bob.ask('GET', `/api/guilds/${guildB}/${place}`)))
    return answers
      .map(({ text }) => text.replace(/"(last_\w+|at|checked_at|lease_expires_at)":"[^"]*"/g, ''))
      .join()
  }
  const before = await look()
  const encoded = `%31${guildB.slice(1)}`
  const spellings = [
    guildB,
    encoded,
    guildA,
    `${guildA},${guildB}`,
    `${guildA}%2f..%2f${guildB}`,
    `${guildA}/../${guildB}`,
    `${guildB}%20`,
    `${guildB}%00`,
  ]
  for (const [path, item] of Object.entries(description.paths)) {
    if (!path.includes('{guildId}')) continue
    for (const [method, operation] of Object.entries(/** @type {Record<string, any>} */ (item))) {
      for (const guild of spellings) {
        const id = path.includes('/jobs/') ? ids.job : path.includes('/commands/') ? ids.command : ids.theirs
        // With A and no other id, the call is the manager's own right.
        if (guild === guildA && !path.includes('{id}')) continue
        const target = path
          .replace('{guildId}', guild)
          .replace('{id}', id)
          .replace('{runId}', ids.job)
          .replace('{slug}', 'discord')
          .replace('{userId}', alice.id)
        const example = operation.requestBody?.content?.['application/json']?.example
        const headers = {
          'if-match': random.pick(['"v0"', '"v1"', '*']),
          'idempotency-key': `k-${random.word(8)}`,
        }
        const answer = await alice.ask(method.toUpperCase(), target, example, headers)
        claim.check(
          answer.status >= 300 && !answer.text.includes(secret),
          `${method} ${path}`,
          [method, target],
          [answer.status, answer.text],
          '403 or 404, without anything of B',
        )
      }
    }
  }
  // A dry run in A on an event of B, or with a definition and ids of B.
  for (const body of [
    { event_id: ids.event },
    {
      event_id: ids.event,
      definition: { trigger: { events: ['MESSAGE_CREATE'] }, actions: automation('x').actions },
    },
    { event: { type: 'MESSAGE_CREATE', guild_id: guildB } },
  ]) {
    const answer = await alice.ask('POST', `/api/guilds/${guildA}/automations/${ids.mine}/test`, body)
    claim.check(
      !answer.text.includes(secret) && !answer.text.includes(guildB),
      'dry run',
      body,
      [answer.status, answer.text],
      'nothing of B',
    )
  }
  // An Idempotency-Key of another person shows nothing.
  const key = { 'idempotency-key': 'shared-key-of-both' }
  const body = automation(`${secret} twice`, { enabled: false })
  await bob.ask('POST', `/api/guilds/${guildB}/automations`, body, key)
  const replayed = await alice.ask('POST', `/api/guilds/${guildB}/automations`, body, key)
  claim.check(
    replayed.status === 403,
    'idempotency',
    'the key of another manager',
    [replayed.status, replayed.text],
    '403',
  )
  for (const place of [
    '/api/guilds',
    '/api/guilds?q=Guild',
    `/api/console/find?q=${secret}`,
    '/api/notices',
    '/api/runners',
    '/api/audit',
    '/api/users',
    `/admin/guilds/${guildB}`,
    ...[
      'automations',
      'commands',
      'settings',
      'jobs',
      'integrations',
      'keys',
      'events',
      'statistics',
    ].flatMap((room) => [
      `/admin/guilds/${guildB}/${room}`,
      `/admin/guilds/${guildB}/${room}.data`,
      `/admin/guilds/${guildB}/${room}?_data=x`,
    ]),
    `/admin/guilds/${guildA}/automations/${ids.theirs}`,
    `/admin/guilds/${guildA}/commands/${ids.command}`,
    `/admin/guilds/${guildA}/jobs/${ids.job}`,
  ]) {
    const answer = await alice.ask('GET', place, undefined, { accept: 'text/html' })
    // The page of results repeats the question.
    const shown = answer.text.replaceAll(`"q":"${secret}"`, '')
    claim.check(
      !shown.includes(secret),
      `page ${place.split('?')[0]}`,
      place,
      [answer.status, answer.text.slice(answer.text.indexOf(secret) - 80)],
      'nothing of B',
    )
  }
  for (const room of [
    'automations',
    `automations/${ids.theirs}`,
    'settings',
    'commands',
    `commands/${ids.command}`,
    `jobs/${ids.job}`,
    'keys',
    'integrations',
  ])
    for (const guild of [guildB, guildA])
      if (guild === guildB || room.includes('/'))
        for (const intent of ['delete', 'cancel', 'replay', 'disable', 'save', 'revoke']) {
          const answer = await alice.form(`/admin/guilds/${guild}/${room}`, {
            intent,
            id: ids.theirs,
            guild_id: guildB,
            enabled: 'false',
          })
          claim.check(
            answer.status >= 300 && !answer.text.includes(secret),
            `form ${room} ${guild}`,
            [room, guild, intent],
            [answer.status, answer.text],
            '403 or 404',
          )
        }
  const after = await look()
  const twice = after.includes(`${secret} twice`)
  claim.check(
    twice &&
      after.includes(ids.theirs) &&
      JSON.parse((await bob.ask('GET', `/api/guilds/${guildB}/settings`)).text).version === 0,
    'changed',
    'all calls of the manager of A',
    [before, after],
    'B is what it was',
  )
  claim.check(server.alive(), 'alive', 'all calls', '', 'the process lives')
}
