import { generateKeyPairSync, sign } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { guildScopes } from '#app/access.ts'
import { hardRequests, makePeer, type Proofs } from '#tests/endurance/peer.ts'
import { hardFrames } from '#tests/support/api/hostile-json.ts'
import { cliJson, startServer, type Env, type RunningServer } from '#tests/support/http/server.ts'
import { connect, ready } from '#tests/support/discord/runner-socket.ts'

/** How many frames one socket sends before the next one, and how long it waits for the end, in milliseconds. */
const FRAMES = 40
const ENOUGH = 2_000
/** How many clients send bodies at a time, each with its own account and sequence. */
const PEERS = 3

export type Hostility = {
  frames: number
  sockets: number
  bodies: number
  exits: number
  faults: string[]
  closes: Map<number, number>
  answers: Map<number, number>
}

export type Attack = {
  minutes: number
  seed: number
  /** Sends only requests whose target contains this. */
  target?: string | undefined
}

/**
 * Sends hostile frames, bodies, documents and queries to a built server for so many minutes. The same seed sends the same
 * inputs in the same order. Counts ends of the process and responses of 5xx, and prints them as they occur with the errors
 * that the server logs.
 */
export async function beHostile(given: Env, { minutes, seed, target = '' }: Attack): Promise<Hostility> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const publicHex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
  const env = {
    ...given,
    TRUST_PROXY: '1',
    RATE_LIMITS: 'off',
    PRERENDER: 'on',
    DISCORD_PUBLIC_KEY: publicHex,
  }
  const guild = '910000000000000001'
  await cliJson(env, ['guilds', 'add', '--id', guild, '--name', 'Hostile'])
  const { token } = await cliJson<{ token: string }>(env, ['runners', 'create', '--name', 'hostile'])
  const keyArgs = ['keys', 'create', '--guild', guild, '--name', 'hostile', '--scopes', guildScopes.join(',')]
  const { key } = await cliJson<{ key: string }>(env, keyArgs)
  const proofs: Proofs = {
    key: () => ({ Authorization: `Bearer ${key}` }),
    signature({ body = '' }) {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signed = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)])
      return {
        'X-Signature-Ed25519': sign(null, signed, privateKey).toString('hex'),
        'X-Signature-Timestamp': timestamp,
      }
    },
  }
  let url = ''
  const peers: Awaited<ReturnType<typeof makePeer>>[] = []
  for (let at = 0; at < PEERS; at += 1) peers.push(await makePeer(env, () => url, proofs))
  const server = await startServer({ ...env, EXPECT_USERS: 'yes' })
  url = server.url
  printErrors(server)
  const state: Hostility = {
    frames: 0,
    sockets: 0,
    bodies: 0,
    exits: 0,
    faults: [],
    closes: new Map(),
    answers: new Map(),
  }
  let isGone = false
  server.child.once('exit', (code, signal) => {
    isGone = true
    state.faults.push(`the server ended with ${code ?? signal}: ${server.output().slice(-1_500)}`)
    state.exits += 1
  })
  const { create } = peers[0]!
  const write = { type: 'LOG_TO_CHANNEL', config: { channel_id: '3'.repeat(18), content: 'x' } }
  const ids = {
    automations: await create(`/api/guilds/${guild}/automations`, {
      ...{ name: 'Hostile', trigger: { events: ['MESSAGE_CREATE', 'MEMBER_JOIN'] }, actions: [write] },
    }),
    commands: await create(`/api/guilds/${guild}/commands`, {
      ...{ name: 'hello', description: 'Says hello', response: { content: 'Hello {text}!' } },
      options: [{ name: 'text', description: 'A text', type: 3 }],
    }),
    cms: await create('/api/cms/page', {
      ...{ slug: 'hostile', title: 'A page', description: 'A page that has a description.', body: 'Text' },
    }),
  }
  const requests = hardRequests(guild, ids).filter((sent) => sent.target.includes(target))
  const until = performance.now() + minutes * 60_000
  const isOver = () => isGone || performance.now() > until
  const count = (into: Map<number, number>, key: number) => into.set(key, (into.get(key) ?? 0) + 1)

  async function connecting() {
    const runner = connect(server, token)
    await runner.next()
    return runner
  }

  async function sendFrames() {
    const inputs = endless(hardFrames(guild), seed, 0)
    for (let at = 0; !isOver(); at += 1) {
      const identifies = at % 4 !== 0
      const opened = identifies ? ready(server, token, `x${at % 5}`) : connecting()
      const runner = await Promise.race([opened, wait(ENOUGH * 5)])
      if (!runner) continue
      state.sockets += 1
      const closed = runner.closed().then((code) => count(state.closes, code))
      for (let n = 0; n < FRAMES && runner.socket.readyState === runner.socket.OPEN; n += 1) {
        const { text, isBinary } = inputs.next().value
        runner.socket.send(text, { binary: isBinary })
        state.frames += 1
        // Below the pace of 50 messages a second, so that all of them are read.
        await wait(21)
      }
      runner.socket.close()
      await Promise.race([closed, wait(ENOUGH)])
      runner.socket.terminate()
    }
  }

  async function sendBodies({ ask }: (typeof peers)[number], index: number) {
    for (const sent of endless(requests, seed, index + 1)) {
      if (isOver()) return
      const answer = await ask(sent).catch((error: Error) => ({
        status: 0,
        body: error.message,
        headers: undefined,
      }))
      state.bodies += 1
      count(state.answers, answer.status)
      // Without Discord or mail some routes say that they are not set up.
      const isNotSetUp = answer.status === 503 && answer.body.includes('not set up')
      if (answer.status < 500 || isNotSetUp) continue
      const told = `${answer.status} ${sent.method} ${sent.target} ${answer.headers?.['x-request-id']}`
      process.stdout.write(`${told}\n${JSON.stringify(String(sent.body))}\n`)
      state.faults.push(`${told} ${String(sent.body).slice(0, 200)}: ${answer.body.slice(0, 200)}`)
    }
  }

  await Promise.all(
    [sendFrames(), ...peers.map(sendBodies)].map((work) =>
      work.catch((error: unknown) => {
        if (!isGone) state.faults.push(String(error))
      }),
    ),
  )
  const health = isGone ? 0 : (await fetch(`${server.url}/healthz`)).status
  if (health !== 200) state.faults.push(`/healthz ${health}`)
  server.child.removeAllListeners('exit')
  await server.stop()
  return state
}

/** The level of errors in the log. */
const ERROR = 50

/** Prints what the server logs as an error, at once: the id of the request, the message and the stack. */
function printErrors({ child }: RunningServer) {
  createInterface({ input: child.stderr! }).on('line', (line) => {
    const entry = parsed(line)
    if (!entry || entry.level < ERROR) return
    const { request_id, msg, err } = entry
    process.stdout.write(`${request_id ?? 'no request'}: ${msg}\n${err?.stack ?? err?.message ?? ''}\n`)
  })
}

type Entry = { level: number; request_id?: string; msg: string; err?: { message: string; stack?: string } }

/** A line of the log. Null for what else is on standard error. */
function parsed(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return null
  }
}

/** The values of a generator without end, the same ones for the same seed and worker, and others for each worker. */
function* endless<T>(input: fc.Arbitrary<T>, seed: number, worker: number): Generator<T, never> {
  for (let round = 0; ; round += 1)
    yield* fc.sample(input, { seed: seed * 1_000_000 + round * 10 + worker, numRuns: 50 })
}
