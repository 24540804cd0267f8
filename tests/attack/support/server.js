/** Starts Signpost from this checkout with a temporary data folder, and always stops it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createClient, send } from '#tests/attack/support/http.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** @type {Set<() => Promise<void>>} */
const running = new Set()
/** @type {Set<number>} */
const taken = new Set()
let count = 0

/** The password of every account of the attack, unless a claim needs another. */
export const password = 'seven boats under a bridge'

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Finds a free port from 4170 to 4189, so that a run stays in one range. */
export async function freePort() {
  for (let step = 0; step < 20; step += 1) {
    // Runs at the same time begin at different places.
    const port = 4170 + ((process.pid * 7 + step) % 20)
    if (taken.has(port)) continue
    taken.add(port)
    const free = await new Promise((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
    taken.delete(port)
  }
  throw new Error('No port from 4170 to 4189 is free.')
}

export const releasePort = (/** @type {number} */ port) => taken.delete(port)

/** @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} [input] @returns {Promise<{code: number | null, out: string, err: string}>} */
function runCli(args, env, input) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['app/cli.js', ...args], { cwd: root, env })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input ?? '')
  })
}

/** Undoes quoted-printable as far as links need it. @param {string} text */
export const decode = (text) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=')

/** @param {string} url @param {string} statement */
async function administer(url, statement) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * @typedef {object} Options
 * @property {string} [postgres] URL of a server on which databases may be created
 * @property {string} [redis]
 */

/**
 * Starts a server. Every setting can be replaced with `env`. The first start may build, so it has time.
 * @param {Options} options
 * @param {Record<string, string>} [env]
 * @param {string} [folder] an existing data folder
 */
export async function startServer(options, env = {}, folder) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const data = folder ?? mkdtempSync(join(tmpdir(), 'signpost-attack-'))
  const database = `attack_${process.pid}_${(count += 1)}`
  /** @type {Record<string, string | undefined>} */
  const values = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: data,
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const settings = /** @type {NodeJS.ProcessEnv} */ (values)
  if (options.postgres) {
    await administer(options.postgres, `create database ${database}`)
    const address = new URL(options.postgres)
    address.pathname = `/${database}`
    settings.DATABASE_URL = address.href
  }
  if (options.redis) settings.REDIS_URL = `${options.redis.replace(/\/+$/, '')}/${1 + (count % 15)}`
  let log = ''
  const child = spawn(process.execPath, ['app/server.js'], { cwd: root, env: settings })
  child.stdout.on('data', (chunk) => (log = (log + chunk).slice(-200000)))
  child.stderr.on('data', (chunk) => (log = (log + chunk).slice(-200000)))
  const ended = new Promise((resolve) => child.on('close', resolve))
  const stop = async ({ keep = false } = {}) => {
    running.delete(stop)
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 8000)
    await ended
    clearTimeout(timer)
    taken.delete(port)
    if (!keep) rmSync(data, { recursive: true, force: true })
    if (options.postgres) {
      await administer(options.postgres, `drop database if exists ${database} with (force)`).catch(
        () => undefined,
      )
    }
  }
  running.add(stop)
  for (let tries = 0; ; tries += 1) {
    if (child.exitCode !== null || tries > 1200) throw new Error(`The server did not start: ${log}`)
    if ((await send(url, 'GET', '/readyz', { timeout: 2000 })).status === 200) break
    await sleep(250)
  }
  const server = {
    url,
    port,
    data,
    env: settings,
    stop,
    pid: child.pid,
    alive: () => child.exitCode === null && child.signalCode === null,
    log: () => log,
    /** @param {string} [address] */
    client: (address) => createClient(url, address),
    /** Runs a command and returns its JSON. @param {string[]} args @param {string} [input] */
    async cli(args, input) {
      const { code, out, err } = await runCli([...args, '--json'], settings, input)
      if (code !== 0) throw new Error(`signpost ${args.join(' ')}: ${err || out}`)
      return JSON.parse(out)
    },
    /** Creates an account on the command line and signs it in. @param {string} role @param {string} email */
    async person(role, email, secret = password) {
      await server.cli(
        [
          'users',
          'create',
          '--role',
          role,
          '--name',
          email.split('@')[0] ?? '',
          '--email',
          email,
          '--password',
          '-',
        ],
        `${secret}\n`,
      )
      return server.login(email, secret)
    },
    /** @param {string} email */
    async login(email, secret = password) {
      const client = createClient(url)
      const answer = await client.ask('POST', '/api/auth/login', { email, password: secret })
      if (answer.status !== 200) throw new Error(`No sign-in for ${email}: ${answer.status} ${answer.text}`)
      return Object.assign(client, { id: /** @type {string} */ (answer.json.user.id), email })
    },
    /** Reads the messages of the mailbox, the newest first. @param {string} email */
    mailbox(email) {
      const box = join(data, 'mailbox')
      if (!existsSync(box)) return []
      return readdirSync(box)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .reverse()
        .map((name) => decode(readFileSync(join(box, name), 'utf8')))
        .filter(
          (text) => text.toLowerCase().includes(`to: ${email.toLowerCase()}`) || text.includes(`<${email}>`),
        )
    },
  }
  return server
}

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */
/** @typedef {Awaited<ReturnType<Server['login']>>} Person a client that is signed in */

/** Stops every server that still runs. */
export const stopAll = () => Promise.all([...running].map((stop) => stop()))
