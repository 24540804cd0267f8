import { createHash } from 'node:crypto'
import { avatarHosts } from '#app/features/accounts/schema.ts'
import { themeScript } from '#app/ui/theme.ts'

/** On every answer, whatever it is. */
const baseHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const secureHeaders = { 'Strict-Transport-Security': 'max-age=31536000' }

/** Names and values of headers in turn, as `writeHead` takes them fastest. */
export const pairs = (headers: Record<string, string>) => Object.entries(headers).flat()

/** The headers that every answer has alike, and those that this request's answer has beside them: HTTPS adds one. */
export const fixedHeaders = pairs(baseHeaders)
export const ownHeaders = ({ requestId, secure }: Asked) =>
  secure ? ['X-Request-Id', requestId, ...pairs(secureHeaders)] : ['X-Request-Id', requestId]

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
const pictures = avatarHosts.map((host) => `https://${host}`).join(' ')

const policy = (scripts: string, images = '', ...more: string[]) =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    "style-src 'self'",
    `img-src 'self' data:${images && ` ${images}`}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    ...more,
  ].join('; ')

/** HTML that is the same for everybody: only the hash of the theme script, never a nonce, because its bytes are cached. */
export const publicPageHeaders: Record<string, string> = {
  'Content-Security-Policy': policy(themeHash),
  'Permissions-Policy': 'tools=(self)',
  'Speculation-Rules': '"/speculation-rules.json"',
}

/**
 * HTML made for one request: its inline scripts carry the nonce. It may frame what of this site lets itself be framed,
 * which is only what `foreignHtmlHeaders` go with.
 */
export const privatePageHeaders = (nonce: string): Record<string, string> => ({
  'Content-Security-Policy': policy(`${themeHash} 'nonce-${nonce}'`, pictures, "frame-src 'self'"),
  'Permissions-Policy': 'tools=(self)',
  'Cache-Control': 'no-store',
})

/** HTML that others may have a word in, to be framed by our own pages: it has no origin, runs nothing and loads nothing. */
export const foreignHtmlHeaders: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}
