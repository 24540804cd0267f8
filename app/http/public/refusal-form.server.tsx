import { renderToStaticMarkup } from 'react-dom/server'
import type { App, RequestFacts } from '#app/context.server.ts'
import { errorBody, type Refusal } from '#app/errors.ts'
import { pageOfMarkdownPath } from '#app/site/paths.ts'
import { isApi } from '#app/http/protocol/meter.server.ts'
import { chooseRepresentation } from '#app/http/protocol/negotiate.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { publicPageHeaders } from '#app/http/protocol/security-headers.server.ts'
import styles from '#app/root.css?url'
import { ErrorPage, errorTitle } from '#app/ui/layout/error-page.tsx'
import { themeScript } from '#app/site/theme.ts'

type WrittenRefusal = { headers: Record<string, string>; body: string }

/** Placeholder for the message in a rendered error page, which is cached to keep request floods cheap. */
const MESSAGE_PLACEHOLDER = '{sentence}'
const rendered = new Map<number, string>()

/** Writes a refusal as HTML, Markdown or JSON, depending on the path and `Accept`. */
export function writeRefusal(
  { config }: Pick<App, 'config'>,
  { path, request, facts }: Pick<Visit, 'path' | 'request' | 'facts'>,
  refusal: Refusal,
): WrittenRefusal {
  const form = representationFor(path, request.headers.accept)
  if (form === 'json') return asJson(refusal, facts, config.siteUrl)
  const title = errorTitle(errorOf(refusal.status))
  if (form === 'markdown') {
    const headers = { 'Content-Type': 'text/markdown; charset=utf-8', Vary: 'Accept' }
    return { headers, body: `# ${title}\n\n${refusal.message}\n` }
  }
  const page = rendered.get(refusal.status) ?? renderError(refusal.status)
  rendered.set(refusal.status, page)
  const headers = { 'Content-Type': 'text/html; charset=utf-8', Vary: 'Accept' }
  return {
    headers: { ...publicPageHeaders('', config), ...headers },
    body: page.replace(MESSAGE_PLACEHOLDER, () => escaped(refusal.message)),
  }
}

function asJson(refusal: Refusal, { requestId }: RequestFacts, siteUrl: string): WrittenRefusal {
  const headers = { 'Content-Type': 'application/json' }
  return { headers, body: JSON.stringify(errorBody(refusal, requestId, siteUrl)) }
}

/** Chooses JSON unless the client accepts a text type. A wildcard alone indicates a program, not a browser. */
function representationFor(path: string, accept = '') {
  if (isApi(path)) return 'json'
  if (pageOfMarkdownPath(path) !== null) return 'markdown'
  if (!/text\/(html|plain|(x-)?markdown)|application\/xhtml\+xml/i.test(accept)) return 'json'
  return chooseRepresentation(accept) ?? 'json'
}

const errorOf = (status: number) => ({ status, statusText: '', internal: false, data: MESSAGE_PLACEHOLDER })

const renderError = (status: number) =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{errorTitle(errorOf(status))}</title>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <ErrorPage error={errorOf(status)} />
      </body>
    </html>,
  )}`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
