/** Claim 4: a manager cannot freeze the service with patterns or with many automations. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { connect, createEvent } from '#tests/attack/support/runner.js'
import { sleep, startServer } from '#tests/attack/support/server.js'
import { addGuild, guildA as guild, guildB as other } from '#tests/attack/support/two-guilds.js'

/** @typedef {{count: number, failed: number, p50: number, p99: number, max: number}} Figures */

const action = { type: 'ADD_REACTION', config: { emoji: '👋' } }

/** Starts the probe; the function that it returns ends it and reads its figures. @param {string} url */
function startProbe(url) {
  const script = fileURLToPath(new URL('support/storm-probe.js', import.meta.url))
  const child = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (chunk) => (out += chunk))
  const ended = new Promise((resolve) => child.on('close', resolve))
  return async () => {
    child.stdin.end()
    await ended
    return /** @type {Figures} */ (JSON.parse(out))
  }
}

/** The scenarios: rules of each automation, and what members write. @type {[string, (at: number) => unknown[], (at: number) => string][]} */
const storms = [
  ['25 small patterns, short texts', (at) => rules((rule) => `w${at}x${rule}$`), (at) => `hello ${at}`],
  [
    '25 alternations near the limit, long texts',
    (at) => rules((rule) => `(a|b|ab)*c${at}d${rule}`),
    () => 'ab'.repeat(2000),
  ],
  [
    'repeats near the limit, texts that nearly fit',
    () => rules(() => '(?i)(x?y?){4}z$'),
    () => 'xy'.repeat(2000),
  ],
  ['wide classes, long Unicode texts', () => rules(() => '\\pL+\\pN?\\pL$'), () => 'жß漢'.repeat(1300)],
]

const rules = (/** @type {(at: number) => string} */ pattern) =>
  Array.from({ length: 25 }, (_, at) => ({ field: 'data.content', op: 'matches', value: pattern(at) }))

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack({ claim, options, finish }) {
  const server = await startServer(options, { RATE_LIMITS: 'off' })
  const owner = await server.person('owner', 'owner@example.org')
  await addGuild(server, guild, 'A')
  await addGuild(server, other, 'B')
  const manager = await server.person('member', 'manager@example.org', 'nine horses near the water')
  await owner.ask('PUT', `/api/guilds/${guild}/managers/${manager.id}`)
  const { token } = await server.cli(['runners', 'create', '--name', 'storm'])
  const place = `/api/guilds/${guild}/automations`
  const quiet = startProbe(server.url)
  await sleep(5000)
  report(claim, 'at rest', await quiet(), false)

  for (const [title, make, write] of storms) {
    /** @type {string[]} */
    const made = []
    let refused = ''
    for (let at = 0; at < 200; at += 1) {
      let answer
      // Patterns beyond the limit are refused: take fewer until they fit.
      for (let count = 25; count > 0; count = Math.floor(count / 2)) {
        const body = {
          name: `Storm ${at}`,
          enabled: true,
          trigger: { events: ['MESSAGE_CREATE'], schedule: null },
          conditions: { match: 'any', rules: make(at).slice(0, count) },
          actions: [action],
        }
        answer = await manager.ask('POST', place, body)
        if (answer.status === 201) break
        refused = `${count} patterns: ${answer.text.slice(0, 160)}`
      }
      if (answer?.status === 201) made.push(answer.json.automation?.id ?? answer.json.id)
    }
    if (refused) claim.figure(`${title}: refused at first with ${refused}`)
    const stop = startProbe(server.url)
    const runner = await connect(server.url, token)
    await runner.identify()
    const seconds = 10
    let sent = 0
    let acknowledged = 0
    /** @type {Promise<unknown>[]} */
    const acks = []
    // 500 events a second, in batches of 50.
    for (let tick = 0; tick < seconds * 10; tick += 1) {
      const events = Array.from({ length: 50 }, (_, at) =>
        createEvent(guild, {
          actor: { id: `2000000000000${10000 + ((sent + at) % 5000)}`, name: 'Ada', is_bot: false },
          data: { content: write(sent + at) },
        }),
      )
      sent += events.length
      acks.push(runner.report(events).then((ack) => ack && (acknowledged += 50)))
      await sleep(100)
    }
    // Another guild is served meanwhile.
    const second = await connect(server.url, token)
    await second.identify()
    const began = performance.now()
    const fair = await second.report([createEvent(other)])
    const waited = Math.round(performance.now() - began)
    claim.check(
      fair?.d.outcome === 'recorded',
      `other guild, ${title}`,
      'an event of another guild during the storm',
      fair ?? 'no ack',
      'recorded within 20 seconds',
    )
    const figures = await stop()
    report(claim, `${title}, ${made.length} automations, another guild waited ${waited} ms`, figures, true)
    // What is still under way belongs to this storm.
    await Promise.race([Promise.all(acks), sleep(15000)])
    claim.figure(`${title}: ${sent} events sent, ${acknowledged} acknowledged`)
    claim.attempt(sent)
    runner.close()
    second.close()
    const states = (await owner.ask('GET', `${place}?limit=100&enabled=true`)).json
    claim.figure(`${title}: ${states?.total} automations are still on`)
    for (const id of made) {
      const { headers } = await manager.ask('GET', `${place}/${id}`)
      await manager.ask('DELETE', `${place}/${id}`, undefined, { 'if-match': String(headers.etag ?? '"v1"') })
    }
  }
  await finish(server)
}

/**
 * Prints the figures, and records a hole when they are too high.
 * @param {import('#tests/attack/support/claim.js').Claim} claim @param {string} title @param {Figures} figures @param {boolean} judged
 */
function report(claim, title, { count, failed, p50, p99, max }, judged) {
  const [half, most, worst] = [p50, p99, max].map((value) => Math.round(value))
  claim.figure(
    `${title}: ${count} requests, p50 ${half} ms, p99 ${most} ms, max ${worst} ms, ${failed} failed`,
  )
  if (!judged) return
  claim.check(
    failed === 0,
    `failed, ${title}`,
    title,
    `${failed} of ${count} failed`,
    '200 for every GET /healthz',
  )
  claim.check(p99 <= 250, `p99, ${title}`, title, `p99 ${most} ms`, 'at most 250 ms')
  claim.check(max <= 1000, `max, ${title}`, title, `${worst} ms`, 'at most 1 second')
}
