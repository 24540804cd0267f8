import { randomBytes, randomInt, sign } from 'node:crypto'
import { inject } from 'vitest'
import { oneEngine } from '#tests/support/engines.ts'
import type { Server } from '#tests/support/http/shared-servers.ts'
import { cliJson } from '#tests/support/http/server.ts'

/** A client with an address of its own, so that nobody else's limits are met. */
export function client(server: Server, address = anAddress()) {
  return (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'X-Forwarded-For': address, ...(init.headers as Record<string, string>) },
    })
}

/** The shared server of one engine, for what does not depend on the store, and all of them with `TEST_DEPTH=long`. */
export const oneServer = () => inject('servers').filter(({ name }) => oneEngine.includes(name))

/** The path of every page in the sitemap. */
export async function publishedPaths({ url }: { url: string }): Promise<string[]> {
  const xml = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
}

/** An address that no other client has: limits count by the first 64 bits. */
export const anAddress = () =>
  `fd${randomBytes(7)
    .toString('hex')
    .replace(/(?<=^.{2}|^.{6}|^.{10})/g, ':')}::1`

export const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
})

/** A Discord id that nobody has. */
export const snowflake = () => `9${Array.from({ length: 17 }, () => randomInt(10)).join('')}`

export const anEmail = () => `${randomBytes(8).toString('hex')}@example.com`

/** Signs up and returns the account and its cookie. */
export async function signUp(server: Server) {
  const input = { name: 'Ada', email: anEmail(), password: 'correct horse' }
  const response = await client(server)('/api/auth/signup', json(input))
  if (response.status !== 201) throw new Error(`Sign-up: ${response.status} ${await response.text()}`)
  const { user } = (await response.json()) as { user: { id: string; role: string } }
  return { ...input, user, response, cookie: cookieOf(response) }
}

/** Makes an administrator with the CLI and signs in. */
export async function signInAs(server: Server, role: string) {
  const email = anEmail()
  await cliJson(server.env, [
    'users',
    'create',
    '--email',
    email,
    '--name',
    'Grace',
    '--password',
    'correct horse',
    '--role',
    role,
  ])
  const response = await client(server)('/api/auth/login', json({ email, password: 'correct horse' }))
  if (response.status !== 200) throw new Error(`Sign-in: ${response.status} ${await response.text()}`)
  return cookieOf(response)
}

/** The `name=value` of the cookie that a response sets. */
export const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Adds a guild and a key for it with the CLI. */
export async function guildWithKey(server: Server, more: string[] = ['--scopes', 'stats:read']) {
  const guild = snowflake()
  await cliJson(server.env, ['guilds', 'add', '--id', guild, '--name', 'Test guild'])
  const key = await cliJson<{ id: string; key: string }>(server.env, [
    'keys',
    'create',
    '--guild',
    guild,
    '--name',
    'test',
    ...more,
  ])
  return { guild, ...key }
}

/** A request that Discord could have signed. */
export function signed(body: unknown, { at = Date.now(), raw = JSON.stringify(body) } = {}): RequestInit {
  const timestamp = String(Math.floor(at / 1000))
  const signature = sign(null, Buffer.from(timestamp + raw), inject('discordPrivateKey')).toString('hex')
  return {
    method: 'POST',
    body: raw,
    headers: {
      'Content-Type': 'application/json',
      'X-Signature-Ed25519': signature,
      'X-Signature-Timestamp': timestamp,
    },
  }
}

export type ErrorBody = {
  error: string
  code: string
  request_id: string
  doc_url: string
  issues?: { path: string; message: string }[]
}
