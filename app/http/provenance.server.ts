import { Forbidden } from '#app/errors.ts'
import { sessionToken } from '#app/http/session-cookie.server.ts'

/**
 * Refuses a state-changing request that another site has the browser send with the session cookie. `same-site` is foreign
 * too: a neighbour on a sub-domain is not us. Requests to the API without the cookie have nothing to borrow and pass; a
 * page's form does not, for it could sign the visitor in as somebody else.
 */
export function checkProvenance(request: Request, siteUrl: string): void {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return
  const borrows = sessionToken(request.headers.get('Cookie')) !== null
  if (!borrows && new URL(request.url).pathname.startsWith('/api/')) return
  const site = request.headers.get('Sec-Fetch-Site')
  if (site && site !== 'same-origin' && site !== 'none') throw refused()
  const origin = request.headers.get('Origin')
  if (origin && origin !== siteUrl && hostOf(origin) !== request.headers.get('Host')) throw refused()
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

const refused = () => new Forbidden('This request came from another site.')
