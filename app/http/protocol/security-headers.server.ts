import { createHash } from 'node:crypto'
import type { Config } from '#app/platform/config/config.server.ts'
import { avatarHosts } from '#app/features/accounts/schema.ts'
import { themeScript } from '#app/site/theme.ts'

/** Headers of every response. */
const baseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const secureHeaders = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Flattens headers to alternating names and values, the fastest form for `writeHead`. */
export const flattenHeaders = (headers: Record<string, string>) => Object.entries(headers).flat()

/** Headers of all responses. `requestHeaders` returns the additional headers of a request. */
export const fixedHeaders = flattenHeaders(baseHeaders)
export const requestHeaders = ({ requestId, secure }: Asked) =>
  secure ? ['X-Request-Id', requestId, ...flattenHeaders(secureHeaders)] : ['X-Request-Id', requestId]

type Asked = { requestId: string; secure: boolean }

/** Policy for responses other than pages: the responses load nothing and cannot be framed. Pages replace the policy. */
export const dataHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}

/** Returns the headers of every response to this request. Pages replace the policy. */
export const headersOf = ({ requestId, secure }: Asked): Record<string, string> => ({
  'X-Request-Id': requestId,
  ...baseHeaders,
  ...dataHeaders,
  ...(secure ? secureHeaders : {}),
})

const themeHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`

/** Hosts of avatars, which only private pages can load. */
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

/**
 * Returns the origin of the contact form's widget. Returns an empty string for other pages, and if the challenge needs
 * no widget.
 */
export const widgetOf = (path: string, { challenge }: Pick<Config, 'challenge'>): string =>
  path === '/contact' && challenge.provider === 'turnstile' ? 'https://challenges.cloudflare.com' : ''

/** Returns the headers that browsers require for tools: permission policy, isolation and trial tokens. */
const browserToolHeaders = ({ originTrialTokens: tokens }: Pick<Config, 'originTrialTokens'>) => ({
  'Permissions-Policy': 'tools=(self)',
  'Origin-Agent-Cluster': '?1',
  ...(tokens.length ? { 'Origin-Trial': tokens.join(', ') } : {}),
})

/**
 * Returns the headers of shared HTML. Allows the theme script by hash instead of a nonce, because the bytes are cached.
 */
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
 * Returns the headers of HTML for one request. Inline scripts and styles need the nonce. The page can frame pages with
 * `isFramed` and responses with `foreignHtmlHeaders`.
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

/** Headers of untrusted HTML that our pages frame. The HTML is sandboxed, runs no scripts and loads nothing. */
export const foreignHtmlHeaders: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
