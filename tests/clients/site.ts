import type { Role } from '#app/access.ts'
import { dataFolder } from '#tests/support/engines.ts'
import { anEmail, cookieOf } from '#tests/support/http/client.ts'
import { cliJson, startServer, type Env } from '#tests/support/http/server.ts'

export type Site = Awaited<ReturnType<typeof openSite>>
/** Somebody with an account: a manager is a member who manages the demo guild. */
export type Who = Role | 'manager'
export type Account = { id: string; email: string; password: string }
/** What the API answers. */
export type Asked = { status: number; body: unknown }

/** The guild that the seed of the demo fills. */
export const GUILD = '100000000000000001'

const password = 'correct horse'

/** A site of its own for clients, which share an address, so nothing is limited. */
export async function openSite() {
  const folder = await dataFolder()
  const env = { DATA_DIR: folder.path, RATE_LIMITS: 'off' }
  const server = await startServer(env)
  return siteAt(server, () => server.stop().then(folder.remove))
}

/** Adds the demo guild to a server, with an owner, and accounts that are made when they are asked for. */
export async function siteAt({ url, env }: { url: string; env: Env }, close = async () => {}) {
  const given = { email: anEmail(), password, name: 'Grace', role: 'owner' }
  const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value])
  const { id } = await cliJson<{ id: string }>(env, ['users', 'create', ...flags])
  await cliJson(env, ['seed', 'demo'])
  const owner: Account = { id, email: given.email, password }
  const accounts = new Map<Who, Promise<Account>>([['owner', Promise.resolve(owner)]])
  const cookies = new Map<Account, Promise<string>>()

  function send(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const headers = body === undefined ? more : { 'Content-Type': 'application/json', ...more }
    const init: RequestInit = { method, headers, redirect: 'manual' }
    return fetch(url + path, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  }

  /** Signs in anew: the `name=value` of the cookie. */
  async function signIn({ email, password }: Account) {
    const response = await send('POST', '/api/auth/login', { email, password })
    if (!response.ok) throw new Error(`signing in was answered ${response.status}`)
    return cookieOf(response)
  }

  /** Calls the API as somebody, or as nobody; `version` is what a write is based on. */
  async function ask(
    who: Account | null,
    method: string,
    path: string,
    body?: unknown,
    version?: number,
  ): Promise<Asked> {
    const headers: Record<string, string> = version === undefined ? {} : { 'If-Match': `"v${version}"` }
    if (who) {
      const cookie = cookies.get(who) ?? signIn(who)
      cookies.set(who, cookie)
      headers.Cookie = await cookie
    }
    const response = await send(method, path, body, headers)
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json')
    return { status: response.status, body: isJson ? (JSON.parse(text) as unknown) : text }
  }

  /** Has the owner do what must succeed. */
  async function arrange<T>(method: string, path: string, body?: unknown, version?: number): Promise<T> {
    const answer = await ask(owner, method, path, body, version)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.body as T
  }

  /** A new account. */
  async function create(who: Who = 'member'): Promise<Account> {
    const account = { email: anEmail(), password }
    const made = await send('POST', '/api/auth/signup', { ...account, name: 'Ada' })
    const { user } = (await made.json()) as { user: { id: string } }
    if (who === 'manager') await arrange('PUT', `/api/guilds/${GUILD}/managers/${user.id}`)
    else if (who !== 'member') await arrange('PATCH', `/api/users/${user.id}`, { role: who })
    return { id: user.id, ...account }
  }

  return {
    url,
    owner,
    signIn,
    ask,
    arrange,
    create,
    accountOf(who: Who) {
      const account = accounts.get(who) ?? create(who)
      accounts.set(who, account)
      return account
    },
    /** Ends every session of somebody. */
    revoke: ({ id }: Account) => arrange('DELETE', `/api/users/${id}/sessions`),
    close,
  }
}
