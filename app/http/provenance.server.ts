import { Forbidden } from '#app/errors.ts'
import { sessionToken } from '#app/http/session-cookie.server.ts'

/**
 * Refuses a state-changing request that brings the session cookie from another site. `same-site` is foreign too: a
 * neighbour on a sub-domain is not us. Requests without the cookie have nothing to borrow and pass.
 */
export function checkProvenance(request: Request, siteUrl: string): void {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method) || !sessionToken(request.headers.get('Cookie'))) return
  const site = request.headers.get('Sec-Fetch-Site')
  if (site && site !== 'same-origin' && site !== 'none') throw refused()
  const origin = request.headers.get('Origin')
  if (origin && origin !== siteUrl && hostOf(origin) !== request.headers.get('Host')) throw refused()
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : null)

const refused = () => new Forbidden('This request came from another site.')
