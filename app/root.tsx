import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { sessionActor } from '#app/http/authenticate.server.ts'
import { ErrorPage, errorTitle } from '#app/ui/error-page.tsx'
import { Footer } from '#app/ui/footer.tsx'
import { Header } from '#app/ui/header.tsx'
import { useNonce } from '#app/ui/nonce.ts'
import { privateMeta } from '#app/ui/page-meta.ts'
import { themeScript } from '#app/ui/theme.ts'
import styles from '#app/ui/app.css?url'

/** Public pages are rendered without a cookie, so that nothing of an account gets into them. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { config, pageScript } = context.app
  const actor = request.headers.has('Cookie') ? await sessionActor(context, request) : null
  const theme = actor?.kind === 'user' && actor.theme !== 'system' ? actor.theme : undefined
  return { siteUrl: config.siteUrl, pageScript, theme }
}

/** What stands in for the title of a page that failed; the pages bring their own. */
export const meta: MetaFunction = ({ error }) => (error ? privateMeta(errorTitle(error)) : [])

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'stylesheet', href: styles },
]

/** The frame of every page, a failed one too, so it takes nothing from a loader for granted. */
export function Layout({ children }: { children: ReactNode }) {
  const isPublic = useIsPublic()
  const theme = useRouteLoaderData<typeof loader>('root')?.theme
  return (
    <html lang="en" data-account-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfcf9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1214" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        <Links />
        {isPublic && <PageScript />}
      </head>
      <body>
        <a href="#content" className="skip">
          Skip to the content
        </a>
        <Header forAgents={isPublic} />
        {children}
        <Footer markdown={isPublic} />
        {!isPublic && <PrivateScripts />}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}

/** Public pages are the same bytes for everybody and load no React. */
function useIsPublic() {
  const handle = useMatches().at(-1)?.handle
  return typeof handle === 'object' && handle !== null && 'public' in handle && handle.public === true
}

function PageScript() {
  const src = useRouteLoaderData<typeof loader>('root')?.pageScript
  return src ? <script type="module" src={src} /> : null
}

function PrivateScripts() {
  const nonce = useNonce()
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </>
  )
}
