import { renderToStaticMarkup } from 'react-dom/server'
import type { App, RequestFacts } from '#app/context.server.ts'
import { errorBody, type Refusal } from '#app/errors.ts'
import { pageOfMarkdownPath } from '#app/site/paths.ts'
import { isApi } from '#app/http/protocol/meter.server.ts'
import { chooseRepresentation } from '#app/http/protocol/negotiate.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { publicPageHeaders } from '#app/http/protocol/security-headers.server.ts'
import styles from '#app/root.css?url'
import { messagesOf } from '#app/site/messages/catalogues.server.ts'
import { MessagesContext } from '#app/ui/layout/messages.tsx'
import { ErrorPage, errorAdvice, errorTitle } from '#app/ui/layout/error-page.tsx'
import { iconPath } from '#app/site/icons.ts'
import type { Site } from '#app/site/identity.ts'
import { siteStylesPath } from '#app/site/styles-path.ts'
import { privateTitle } from '#app/ui/layout/page-meta.ts'
import { themeScript } from '#app/site/theme.ts'

type WrittenRefusal = { headers: Record<string, string>; body: string }

/** Placeholder for the message in a rendered error page. */
const MESSAGE_PLACEHOLDER = '{sentence}'

/** Rendered error pages by status, which keeps request floods cheap. New settings of the site have new pages. */
const rendered = new WeakMap<Site, Map<number, string>>()

function errorPageOf({ site, list }: App['contentIndex'], status: number): string {
  const pages = rendered.get(site) ?? new Map<number, string>()
  rendered.set(site, pages)
  const page = pages.get(status) ?? renderError(site, status, list('doc').length > 0)
  pages.set(status, page)
  return page
}

/** Writes a refusal as HTML, Markdown or JSON, depending on the path and `Accept`. */
export function writeRefusal(
  { config, contentIndex }: Pick<App, 'config' | 'contentIndex'>,
  { path, request, facts }: Pick<Visit, 'path' | 'request' | 'facts'>,
  refusal: Refusal,
): WrittenRefusal {
  const form = representationFor(path, request.headers.accept)
  if (form === 'json') return asJson(refusal, facts, config.siteUrl)
  const messages = messagesOf(contentIndex.site)
  const title = errorTitle(errorOf(refusal.status), messages)
  if (form === 'markdown') {
    const headers = { 'Content-Type': 'text/markdown; charset=utf-8', Vary: 'Accept' }
    return {
      headers,
      body: `# ${title}\n\n${messages.translate(refusal.message) ?? errorAdvice(refusal.status, messages)}\n`,
    }
  }
  const page = errorPageOf(contentIndex, refusal.status)
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

const renderError = (site: Site, status: number, hasDocs: boolean) => {
  const ownStyles = siteStylesPath(site)
  const messages = messagesOf(site)
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <html lang={site.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{privateTitle(errorTitle(errorOf(status), messages), site)}</title>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <link rel="icon" href={iconPath(site)} />
        <link rel="stylesheet" href={styles} />
        {ownStyles && <link rel="stylesheet" href={ownStyles} />}
      </head>
      <body>
        <MessagesContext.Provider value={messages}>
          <ErrorPage error={errorOf(status)} offersServers={false} siteName={site.name} hasDocs={hasDocs} />
        </MessagesContext.Provider>
      </body>
    </html>,
  )}`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
