/** The bare servers, in a process of their own so that each side has a core: `node floors.js <kind>`, settings by IPC. */
import { hash, verify as check } from '@node-rs/argon2'
import Fastify from 'fastify'
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { commandWriter } from '#tests/bench/commands.js'

/** @typedef {{ status: number, headers: Record<string, string>, body: string }} Recorded */

process.on('message', async (/** @type {any} */ { kind, settings }) =>
  process.send?.({ url: await floors[kind]?.(settings) }),
)

/** @type {Record<string, (settings: any) => Promise<string>>} */
const floors = { bytes, stats, ping, command, argon2 }

/** Sends recorded bytes under recorded headers. @param {Recorded} recorded */
function bytes({ status, headers, body }) {
  const buffer = Buffer.from(body, 'base64')
  return listen(
    createServer(
      (_, response) => void response.writeHead(status, headers).end(status === 304 ? undefined : buffer),
    ),
  )
}

/** Checks an Ed25519 signature over the timestamp and the raw body, and answers PONG. @param {{ publicKey: string }} settings */
function ping({ publicKey }) {
  return signed(publicKey, () => '{"type":1}')
}

/** Checks the signature and writes what a command writes. @param {{ publicKey: string, file: string }} settings */
async function command({ publicKey, file }) {
  return signed(publicKey, await commandWriter(file))
}

/** @param {string} publicKey @param {(body: Buffer) => string} answer */
function signed(publicKey, answer) {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return listen(
    createServer((request, response) => {
      /** @type {Buffer[]} */ const chunks = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers
        const body = Buffer.concat(chunks)
        const message = Buffer.concat([Buffer.from(String(timestamp)), body])
        const right = verify(null, message, key, Buffer.from(String(signature), 'hex'))
        response
          .writeHead(right ? 200 : 401, { 'Content-Type': 'application/json' })
          .end(right ? answer(body) : '{}')
      })
    }),
  )
}

/** Verifies one password for each request, and nothing else. @param {{ password: string }} settings */
async function argon2({ password }) {
  const stored = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  return listen(
    createServer((request, response) => {
      request.resume().on('end', async () => {
        response.writeHead((await check(stored, password)) ? 200 : 401).end()
      })
    }),
  )
}

/** A bare Fastify route that finds the key and runs the queries of the report. @param {{ file: string, keyId: string, guild: string, from: string, to: string }} settings */
async function stats({ file, keyId, guild, from, to }) {
  const driver = Number(process.versions.node.split('.')[0]) >= 22 ? 'better-sqlite3-napi' : 'better-sqlite3'
  const { default: Database } = await import(driver)
  const database = new Database(file, { readonly: true })
  const statements = {
    key: database.prepare('select * from api_keys where id = ?'),
    guild: database.prepare('select id, created_at, stats_changed_at from guilds where id = ?'),
    days: database.prepare(
      'select * from daily_stats where guild_id = ? and date >= ? and date <= ? order by date',
    ),
    snapshot: database.prepare('select * from snapshots where guild_id = ?'),
    channels: database.prepare(
      'select channel_id, max(name) as name, sum(message_count) as message_count from daily_channels where guild_id = ? and date >= ? and date <= ? group by channel_id order by message_count desc, channel_id limit 10',
    ),
    commands: database.prepare(
      'select name, sum(use_count) as use_count, sum(error_count) as error_count from daily_commands where guild_id = ? and date >= ? and date <= ? group by name order by use_count desc, name limit 10',
    ),
  }
  const app = Fastify()
  app.get('/api/v1/stats', () => ({
    key: statements.key.get(keyId) !== undefined,
    guild: statements.guild.get(guild),
    daily_stats: statements.days.all(guild, from, to),
    current: statements.snapshot.get(guild),
    top_channels: statements.channels.all(guild, from, to),
    top_commands: statements.commands.all(guild, from, to),
  }))
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** @param {import('node:http').Server} server @returns {Promise<string>} */
function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
}
