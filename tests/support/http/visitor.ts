import type { App, LoadContext } from '#app/context.server.ts'
import * as connections from '#app/routes/api/profile/connections.ts'
import * as connection from '#app/routes/api/profile/connections.$provider.ts'
import { perProvider } from '#app/platform/config/providers.ts'
import * as profile from '#app/routes/api/profile/_index.ts'
import * as session from '#app/routes/api/session.ts'
import * as begin from '#app/routes/api/sign-in/begin.ts'
import * as finish from '#app/routes/api/sign-in/finish.ts'
import { anAddress } from '#tests/support/http/client.ts'

type Send = (path: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>

/** A browser that keeps cookies and follows nothing. */
export type Visitor = {
  cookies: Map<string, string>
  go(path: string, init?: RequestInit): Promise<Response>
  /** The name of whoever is signed in, or null. */
  name(): Promise<string | null>
}

export function visitor(send: Send): Visitor {
  const cookies = new Map<string, string>()
  const go = async (path: string, init: RequestInit = {}) => {
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(Cookie ? { Cookie } : {}) }
    const response = await send(path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const name = async () => {
    const { user } = (await (await go('/api/session')).json()) as { user: { name: string } | null }
    return user?.name ?? null
  }
  return { cookies, go, name }
}

type Route = { loader: (args: never) => Promise<Response> }
const routes: Record<string, Route> = {
  ...perProvider((provider) => [`/api/auth/${provider}`, begin]),
  ...perProvider((provider) => [`/api/auth/${provider}/callback`, finish]),
  '/api/profile': profile,
  '/api/profile/connections': connections,
  '/api/session': session,
}

/** Sends requests to the routes of an app in this process, from an address that nobody else has. */
export function toRoutes(app: App, { secure = false, address = anAddress(), more = {} } = {}): Send {
  const served: Record<string, Route> = { ...routes, ...more }
  return async (path, init) => {
    const request = new Request(new URL(path, app.config.siteUrl), init)
    const { pathname } = new URL(request.url)
    const provider = /^\/api\/profile\/connections\/(\w+)$/.exec(pathname)?.[1]
    const route = provider ? connection : served[pathname]!
    const facts = { requestId: 'r', address, secure, nonce: '' }
    const context = { app, facts } as LoadContext
    return route.loader({ request, params: { provider }, context } as never)
  }
}

/** Where a response leads, as a path with its query when it is our own. */
export const leadsTo = (response: Response) => response.headers.get('Location')!

export const pathOf = ({ pathname, search }: URL) => pathname + search
