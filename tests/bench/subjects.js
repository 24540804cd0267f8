import { fork, spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { commandSubject } from '#tests/bench/commands.js'
import { account, signIn } from '#tests/bench/logins.js'

/** @typedef {import('./load.js').Target} Target */
/** @typedef {{ ours: Target, floor: Target }} Subject */

/** Starts Signpost on a SQLite file with the demo guild, and each floor. @returns {Promise<{ base: string, subjects: Record<string, Subject>, close(): Promise<void> }>} */
export async function openBench() {
  const data = await mkdtemp(join(tmpdir(), 'signpost-bench-'))
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  const env = {
    ...process.env,
    DATA_DIR: data,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    NODE_ENV: /** @type {const} */ ('production'),
    DISCORD_PUBLIC_KEY: Buffer.from(x, 'base64url').toString('hex'),
    INTERACTION_MAX_SKEW_SECONDS: '450',
  }
  const guild = (await cli(env, ['seed', 'demo'])).guild_id
  const person = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value])
  await cli(env, ['users', 'create', ...person])
  const key = await cli(env, [
    'keys',
    'create',
    '--guild',
    guild,
    '--name',
    'bench',
    '--scopes',
    'stats:read',
  ])
  const server = spawn(process.execPath, ['app/server.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const base = await said(server, /listens on (http:\S+)/)
  /** @type {import('node:child_process').ChildProcess[]} */ const floors = []

  /** @param {string} kind @param {object} settings @returns {Promise<string>} */
  const floor = (kind, settings) =>
    new Promise((resolve) => {
      const child = fork(new URL('./programs/floors.js', import.meta.url), { execArgv: [] })
      floors.push(child)
      child.once('message', (/** @type {any} */ { url }) => resolve(url)).send({ kind, settings })
    })
  /** The same request to us and to a bare server that sends what we answered. @param {string} path @param {Record<string, string>} headers @returns {Promise<Subject>} */
  const page = async (path, headers) => {
    const url = await floor('bytes', await record(base + path, headers))
    return { ours: { url: base + path, headers }, floor: { url: url + path, headers } }
  }

  const bearer = { Authorization: `Bearer ${key.key}` }
  const path = '/api/v1/stats?days=30'
  const report = /** @type {any} */ (await (await fetch(base + path, { headers: bearer })).json())
  const queries = { file: join(data, 'signpost.db'), keyId: key.id, guild, from: report.from, to: report.to }
  const signed = ping(privateKey)
  const markdown = '/docs/markdown'
  const subjects = {
    html: await page(markdown, { Accept: 'text/html' }),
    markdown: await page(markdown, { Accept: 'text/markdown' }),
    html_br: await page(markdown, { Accept: 'text/html', 'Accept-Encoding': 'br' }),
    markdown_br: await page(markdown, { Accept: 'text/markdown', 'Accept-Encoding': 'br' }),
    not_modified: await page(markdown, { Accept: 'text/html', 'If-None-Match': await etag(base + markdown) }),
    stats: {
      ours: { url: base + path, headers: bearer },
      floor: { url: (await floor('stats', queries)) + path, headers: bearer },
    },
    mcp: {
      ours: { ...readStats, url: `${base}/api/v1/mcp`, headers: { ...readStats.headers, ...bearer } },
      floor: { url: base + path, headers: bearer },
    },
    ping: {
      ours: { ...signed, url: `${base}/api/discord/interactions` },
      floor: { ...signed, url: await floor('ping', { publicKey: x }) },
    },
    command: await commandSubject({ base, guild, data, x, privateKey, floor }),
    login: { ours: signIn(base), floor: { ...signIn(base), url: await floor('argon2', account) } },
  }
  return {
    base,
    subjects,
    async close() {
      for (const child of [...floors, server]) child.kill()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** A call of the tool that returns the same report as the route. */
const readStats = {
  method: /** @type {const} */ ('POST'),
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'read_stats',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'read_stats',
      arguments: { days: 30 },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
}

/** @param {string} url */
async function etag(url) {
  const response = await fetch(url, { headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' } })
  return response.headers.get('ETag') ?? ''
}

/** @param {import('node:crypto').KeyObject} privateKey */
function ping(privateKey) {
  const body = JSON.stringify({ id: '1', application_id: '2', type: 1, version: 1, token: 'x'.repeat(1000) })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex')
  return {
    method: /** @type {const} */ ('POST'),
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Signature-Ed25519': signature,
      'X-Signature-Timestamp': timestamp,
    },
  }
}

/** What we answer, to the byte: `fetch` would decode it. @param {string} url @param {Record<string, string>} headers */
function record(url, headers) {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      /** @type {Buffer[]} */ const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const { connection: _, 'keep-alive': __, date: ___, ...rest } = response.headers
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString('base64'),
        })
      })
    })
      .once('error', reject)
      .end()
  })
}

/** What a command prints. @param {NodeJS.ProcessEnv} env @param {string[]} args @returns {Promise<any>} */
export async function cli(env, args) {
  const child = spawn(process.execPath, ['app/cli.js', ...args, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await said(child, /^(\{[\s\S]*\})\s*$/))
}

/** The first group of a pattern in what a process prints. @param {import('node:child_process').ChildProcess} child @param {RegExp} pattern @returns {Promise<string>} */
export function said(child, pattern) {
  return new Promise((resolve, reject) => {
    let out = ''
    child.stdout?.on('data', (bytes) => {
      out += bytes
      const found = pattern.exec(out)?.[1]
      if (found) resolve(found)
    })
    child.once('close', (code) => reject(new Error(`a process ended with ${code}: ${out}`)))
  })
}
