import { createHash } from 'node:crypto'
import type { Config } from '#app/platform/config/config.server.ts'
import { avatarHosts } from '#app/features/accounts/schema.ts'
import { themeScript } from '#app/site/theme.ts'

/** On every answer, whatever it is. */
const baseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const secureHeaders = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Names and values of headers in turn, as `writeHead` takes them fastest. */
export const flattenHeaders = (headers: Record<string, string>) => Object.entries(headers).flat()

/** The headers that every answer has alike, and those that this request's answer has beside them: HTTPS adds one. */
export const fixedHeaders = flattenHeaders(baseHeaders)
export const requestHeaders = ({ requestId, secure }: Asked) =>
  secure ? ['X-Request-Id', requestId, ...flattenHeaders(secureHeaders)] : ['X-Request-Id', requestId]

type Asked = { requestId: string; secure: boolean }

/** What is no page loads nothing and is framed by nobody, whatever a browser takes it for. Pages bring a policy of their own. */
export const dataHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** The headers of every answer to this request; a page replaces the policy. */
export const headersOf = ({ requestId, secure }: Asked): Record<string, string> => ({
  'X-Request-Id': requestId,
  ...baseHeaders,
  ...dataHeaders,
  ...(secure ? secureHeaders : {}),
})

const themeHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`

/** Where pictures of people may come from: only pages that show some load them. */
const avatarSources = avatarHosts.map((host) => `https://${host}`).join(' ')

type Policy = { scripts: string; styles?: string; images?: string; framedBy?: string; more?: string[] }

const policy = ({ scripts, styles = '', images = '', framedBy = "'none'", more = [] }: Policy) =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src 'self'${styles && ` ${styles}`}`,
    `img-src 'self' data:${images && ` ${images}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
    "manifest-src 'self'",
    ...more,
  ].join('; ')

/** The origin of the contact form's widget. Empty for other pages, and if the challenge needs no widget. */
export const widgetOf = (path: string, { challenge }: Pick<Config, 'challenge'>): string =>
  path === '/contact' && challenge.provider === 'turnstile' ? 'https://challenges.cloudflare.com' : ''

/** The headers without which browsers do not let a page offer tools: own scripts only, isolation, trial tokens. */
const browserToolHeaders = ({ originTrialTokens: tokens }: Pick<Config, 'originTrialTokens'>) => ({
  'Permissions-Policy': 'tools=(self)',
  'Origin-Agent-Cluster': '?1',
  ...(tokens.length ? { 'Origin-Trial': tokens.join(', ') } : {}),
})

/** HTML that is the same for everybody: only the hash of the theme script, never a nonce, because its bytes are cached. */
export const publicPageHeaders = (
  widget: string,
  config: Pick<Config, 'originTrialTokens'>,
): Record<string, string> => ({
  'Content-Security-Policy': widget
    ? policy({ scripts: `${themeHash} ${widget}`, more: [`frame-src ${widget}`] })
    : policy({ scripts: themeHash }),
  ...browserToolHeaders(config),
  'Speculation-Rules': '"/speculation-rules.json"',
})

type PrivatePage = {
  nonce: string
  widget: string
  isFramed: boolean
  config: Pick<Config, 'originTrialTokens'>
}

/**
 * HTML made for one request: its inline scripts carry the nonce, and so do the styles that an editor adds. It may frame what
 * of this site lets itself be framed: pages that are `isFramed`, and what `foreignHtmlHeaders` go with.
 */
export const privatePageHeaders = ({
  nonce,
  widget,
  isFramed,
  config,
}: PrivatePage): Record<string, string> => ({
  'Content-Security-Policy': policy({
    scripts: [themeHash, `'nonce-${nonce}'`, widget].join(' ').trim(),
    styles: `'nonce-${nonce}'`,
    images: avatarSources,
    framedBy: isFramed ? "'self'" : "'none'",
    more: [`frame-src 'self' ${widget}`.trim()],
  }),
  ...browserToolHeaders(config),
  'Cache-Control': 'no-store',
  Vary: 'Accept, Cookie',
})

/** HTML that others may have a word in, to be framed by our own pages: it has no origin, runs nothing and loads nothing. */
export const foreignHtmlHeaders: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
