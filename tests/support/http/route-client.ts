import * as audit from '#app/routes/api/audit.ts'
import * as logout from '#app/routes/api/auth/logout.ts'
import * as contact from '#app/routes/api/contact-form-submissions._index.ts'
import * as stream from '#app/routes/api/chat/stream.ts'
import * as conversations from '#app/routes/api/chat/conversations._index.ts'
import * as profile from '#app/routes/api/profile/_index.ts'
import * as ownGuild from '#app/routes/api/profile/guilds.$guildId.ts'
import * as ownGuilds from '#app/routes/api/profile/guilds._index.ts'
import * as operations from '#app/routes/api/operations/serve.ts'
import type { App, LoadContext } from '#app/context.server.ts'
import type { Role } from '#app/access.ts'
import { anAddress, type ErrorBody } from '#tests/support/http/client.ts'
import { aUser, type TestApp } from '#tests/support/factories.ts'
import { signedIn } from '#tests/support/db/people.ts'

type Route = { loader: (args: never) => Promise<Response> }
const routes: [RegExp, Route][] = [
  [/^\/api\/audit$/, audit],
  [/^\/api\/auth\/logout$/, logout],
  [/^\/api\/contact-form-submissions$/, contact],
  [/^\/api\/chat\/stream$/, stream],
  [/^\/api\/chat\/conversations$/, conversations],
  [/^\/api\/profile$/, profile],
  [/^\/api\/profile\/guilds$/, ownGuilds],
  [/^\/api\/profile\/guilds\/(?<guildId>\d+)$/, ownGuild],
  [/^\/api\/(cms|guilds|v1)\//, operations],
]

export type Sent = {
  body?: unknown
  headers?: Record<string, string | undefined>
  address?: string
  app?: App
}
export type Call = (method: string, path: string, sent?: Sent) => Promise<Response>

/** Calls the routes of an app in this process, whose clock a test moves, with a cookie or without one; each from an address of its own. */
export const caller =
  (it: TestApp, token?: string): Call =>
  (method, path, { body, headers = {}, address = anAddress(), app = it.app } = {}) => {
    const url = new URL(path, app.config.siteUrl)
    const [pattern, route] = routes.find(([one]) => one.test(url.pathname))!
    const given = Object.entries({
      ...(token ? { Cookie: `session=${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    }).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const request = new Request(url, {
      method,
      headers: given,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const facts = { requestId: `r${++asked}`, address, secure: false, nonce: '' }
    const params = { ...pattern.exec(url.pathname)!.groups }
    return route.loader({ request, params, context: { app, facts } as LoadContext } as never)
  }
let asked = 0

/** Somebody with a session, and what calls with it. */
export async function aCaller(it: TestApp, role: Role = 'admin', name = 'Ada') {
  const user = await aUser(it, { role, name })
  return { user, call: caller(it, (await signedIn(it, user)).token) }
}

export type Asked = ErrorBody & { confirmation?: { token: string; expires_at: string } }

/** The body of a refusal. */
export const refused = async (response: Response) => (await response.json()) as Asked

/** The sentence and the status of a refusal. */
export async function refusalText(response: Response) {
  const { error, code } = await refused(response)
  return [response.status, code, error] as const
}
