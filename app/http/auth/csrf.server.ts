import { Forbidden } from '#app/errors.ts'
import { sessionToken } from '#app/http/auth/session-cookie.server.ts'

type Site = { siteUrl: string; secure: boolean }

/**
 * Refuses a state-changing request that another site has the browser send with the session cookie. `same-site` is foreign
 * too: a neighbour on a sub-domain is not us. Requests to the API without the cookie have nothing to borrow and pass; a
 * page's form does not, for it could sign the visitor in as somebody else.
 */
export function checkCsrf(request: Request, ours: Site): void {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return
  const borrows = sessionToken(request.headers.get('Cookie')) !== null
  if (!borrows && new URL(request.url).pathname.startsWith('/api/')) return
  const site = request.headers.get('Sec-Fetch-Site')
  if (site && site !== 'same-origin' && site !== 'none') throw csrfError()
  const origin = request.headers.get('Origin')
  if (origin && isCrossOrigin(origin, { ...ours, host: request.headers.get('Host') })) throw csrfError()
}

/** True unless `Origin` is `SITE_URL` or the URL of the request, with the scheme: http can be tampered with. */
export function isCrossOrigin(origin: string, { siteUrl, secure, host }: Site & { host: string | null }) {
  const scheme = secure ? 'https:' : 'http:'
  if (!origin.startsWith(`${scheme}//`)) return true
  const own = `${scheme}//${host ?? ''}`
  return origin !== siteUrl && !(URL.canParse(own) && new URL(own).origin === origin)
}

const csrfError = () =>
  new Forbidden(
    'This request came from another site. On your own site, set SITE_URL to the URL in the browser.',
  )
