import { Forbidden } from '#app/errors.ts'
import { callSiteTools } from '#app/openapi/mcp.ts'
import { sessionToken } from '#app/http/auth/session-cookie.server.ts'

type Site = { siteUrl: string; secure: boolean }

/**
 * Rejects state-changing requests from other origins, including `same-site` requests. API requests without the session
 * cookie are allowed. Page forms are always checked, because a form could sign the visitor in to another account. The
 * MCP endpoint ignores cookies and has its own check.
 */
export function checkCsrf(request: Request, ours: Site): void {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return
  const { pathname } = new URL(request.url)
  if (pathname === callSiteTools.path) return
  const borrows = sessionToken(request.headers.get('Cookie')) !== null
  if (!borrows && pathname.startsWith('/api/')) return
  const site = request.headers.get('Sec-Fetch-Site')
  if (site && site !== 'same-origin' && site !== 'none') throw csrfError()
  const origin = request.headers.get('Origin')
  if (origin !== null && isCrossOrigin(origin, { ...ours, host: request.headers.get('Host') }))
    throw csrfError()
}

/**
 * Checks whether `Origin` is neither `SITE_URL` nor the origin of the request. Compares the scheme too, because
 * attackers can modify HTTP.
 */
export function isCrossOrigin(origin: string, { siteUrl, secure, host }: Site & { host: string | null }) {
  const scheme = secure ? 'https:' : 'http:'
  if (!origin.startsWith(`${scheme}//`)) return true
  const own = `${scheme}//${host ?? ''}`
  return origin !== siteUrl && !(URL.canParse(own) && new URL(own).origin === origin)
}

const csrfError = () =>
  new Forbidden(
    'This request came from another site. If this is your site, set SITE_URL to the URL in the browser.',
  )
