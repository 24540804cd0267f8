import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { hasRole, canAccess, isReadOnly, type Actor } from '#app/access.ts'
import { contextFor, type App } from '#app/context.server.ts'
import { discordIdentityOf } from '#app/features/accounts/sign-in/identities.server.ts'
import { unreadSubmissions } from '#app/features/contact/inbox.server.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { listNotices } from '#app/features/notices/notices.server.ts'
import { sessionActor } from '#app/http/auth/authenticate.server.ts'
import type { PageHandle } from '#app/http/protocol/routing.server.ts'
import { ErrorPage, errorTitle, statusOfError } from '#app/ui/layout/error-page.tsx'
import { Footer } from '#app/ui/layout/footer.tsx'
import { Header } from '#app/ui/layout/header.tsx'
import { PaletteButton, PaletteProvider } from '#app/features/console-search/ui/palette-button.tsx'
import { PaletteContext } from '#app/ui/console/palette-context.ts'
import { RememberAccount } from '#app/ui/layout/remember-account.tsx'
import { Progress } from '#app/ui/layout/progress.tsx'
import { ScrollReset } from '#app/ui/layout/scroll-reset.tsx'
import { useNonce } from '#app/ui/layout/nonce.ts'
import { SCRIPT_TEXTS_ID } from '#app/ui/scripts/texts.ts'
import { useMessages } from '#app/ui/layout/messages.tsx'
import { privateTitle } from '#app/ui/layout/page-meta.ts'
import { ConsoleError } from '#app/ui/console/error.tsx'
import { guildIdOf, isConsolePath, PAGE_END_ID } from '#app/ui/layout/console-nav.ts'
import {
  useConsoleFrame,
  useSections,
  useSite,
  type ConsoleFrame,
  type RootData,
  type SiteSections,
  type Standing,
  useAccount,
} from '#app/ui/layout/root-data.ts'
import { siteStylesPath } from '#app/site/styles-path.ts'
import { iconPath } from '#app/site/icons.ts'
import { themeScript } from '#app/site/theme.ts'
import consoleStyles from '#app/ui/styles/console.css?url'
import rootStyles from '#app/root.css?url'

/** Guilds in the console's navigation. The overview lists all of them. */
const MOST_LISTED_GUILDS = 50

export { revalidates as shouldRevalidate } from '#app/ui/forms/client-action.ts'

/** Loads the data for all pages. Public pages are rendered without the cookie, so that they contain no account data. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { config, contentIndex, pageScript } = context.app
  const actor = request.headers.has('Cookie') ? await sessionActor(context, request) : null
  const theme = actor?.kind === 'user' && actor.theme !== 'system' ? actor.theme : undefined
  const standing = await standingOf(context.app, actor)
  const consoleFrame = await loadConsoleFrame(context.app, actor, request)
  const { siteUrl, browserToolsPolyfill } = config
  const { site } = contentIndex
  const sections = sectionsOf(contentIndex)
  return {
    siteUrl,
    site,
    sections,
    browserToolsPolyfill,
    pageScript,
    theme,
    standing,
    consoleFrame,
    now: standing ? Date.now() : 0,
  } satisfies RootData
}

/** Pages that the default footer links to. */
const footerPages = ['/about', '/changelog', '/privacy', '/terms']

const sectionsOf = ({ list, find }: App['contentIndex']): SiteSections => ({
  docs: list('doc').length > 0,
  blog: list('post').length > 0,
  pages: footerPages.filter((path) => find(path)),
})

async function standingOf(app: App, actor: Actor | null): Promise<Standing | null> {
  if (actor?.kind !== 'user') return null
  const { name, role, guildIds, userId } = actor
  const hasDiscord = (await discordIdentityOf(app, userId)) !== undefined
  return { name, role, guildIds, isDemo: isReadOnly(actor), hasDiscord }
}

/** Loads the data of the console's navigation. Queries the database only for console pages. */
async function loadConsoleFrame(
  app: App,
  actor: Actor | null,
  { url }: Request,
): Promise<ConsoleFrame | null> {
  const { pathname } = new URL(url)
  if (!isConsolePath(pathname.replace(/\.data$/, ''))) return null
  if (actor?.kind !== 'user' || !canAccess(actor, 'console:open')) return null
  const ctx = contextFor(app, actor)
  const unread = hasRole(actor.role, 'contact:read') ? await unreadSubmissions(ctx, { most: 100 }) : 0
  const { unseen } = await listNotices(ctx, { limit: 1 })
  const guilds = canAccess(actor, 'guild:read') ? await listGuilds(ctx) : []
  const current = guildIdOf(pathname)
  const listed = guilds.filter(({ id }, index) => index < MOST_LISTED_GUILDS || id === current)
  return {
    guilds: listed.map(({ id, name }) => ({ id, name })),
    hasMoreGuilds: listed.length < guilds.length,
    unread,
    unseen,
  }
}

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: rootStyles }]

/** Renders the document of every page. Error pages are included, so loader data may be missing. */
export function Layout({ children }: { children: ReactNode }) {
  const { isPublic, isFramed, hasMarkdown, title } = useKind()
  const isConsole = useConsoleFrame() !== null
  const palette = isPublic ? null : <PaletteButton />
  const Frame = isPublic ? Fragment : PaletteProvider
  const { theme, browserToolsPolyfill } = useRouteLoaderData<RootData>('root') ?? {}
  const site = useSite()
  const { text } = useMessages()
  const styles = siteStylesPath(site)
  return (
    <html lang={isPublic ? site.language : 'en'} data-account-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfcf9" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1214" />
        {browserToolsPolyfill && <meta name="browser-tools-polyfill" content="on" />}
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        {title && <PrivateHead title={title} />}
        <Links />
        {!isPublic && <link rel="stylesheet" href={consoleStyles} />}
        {/* The browser paints the page when it is complete, so that nothing moves. */}
        {isConsole && !isFramed && <link rel="expect" href={`#${PAGE_END_ID}`} blocking="render" />}
        {styles && <link rel="stylesheet" href={styles} />}
        <link rel="icon" href={iconPath(site)} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {isPublic && <PageScript />}
      </head>
      <body>
        {isFramed ? (
          children
        ) : (
          <>
            <a href="#pageContent" className="skip">
              {text('common.skip')}
            </a>
            {!isPublic && <Progress />}
            <Frame>
              {isConsole ? (
                <PaletteContext.Provider value={palette}>{children}</PaletteContext.Provider>
              ) : (
                <>
                  <Header forAgents={isPublic} palette={palette} />
                  {children}
                  <Footer markdown={hasMarkdown} />
                </>
              )}
            </Frame>
            {isPublic && <ScriptTexts />}
            {!isPublic && <PrivateScripts />}
          </>
        )}
      </body>
    </html>
  )
}

export default function Site() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const offersServers = useOffersServers(error)
  const account = useAccount()
  const page = { siteName: useSite().name, hasDocs: useSections().docs }
  return useConsoleFrame() ? (
    <ConsoleError error={error} offersServers={offersServers} />
  ) : (
    <ErrorPage error={error} offersServers={offersServers} account={account} {...page} />
  )
}

/** Checks whether an error page links to “Your servers”, where people without access can claim a server. */
function useOffersServers(error: unknown): boolean {
  const { standing } = useRouteLoaderData<RootData>('root') ?? {}
  const isConsole = isConsolePath(useLocation().pathname)
  if (!isConsole || !standing || standing.isDemo || hasRole(standing.role, 'guild:read')) return false
  return [403, 404].includes(statusOfError(error))
}

/**
 * Returns the kind of page. Public pages are identical for all visitors and do not load React. Framed pages run no
 * scripts.
 */
function useKind() {
  const handle = (useMatches().at(-1)?.handle ?? {}) as PageHandle
  const { public: isPublic = false, framed: isFramed = false, title } = handle
  const error = useRouteError()
  const messages = useMessages()
  return {
    isPublic,
    isFramed,
    hasMarkdown: isPublic && !error,
    title: error ? errorTitle(error, messages) : title,
  }
}

/** Renders the same tags as `privateMeta`, for error pages and pages with a title in their handle. */
const PrivateHead = ({ title }: { title: string }) => (
  <>
    <title>{privateTitle(title, useSite())}</title>
    <meta name="robots" content="noindex" />
  </>
)

function PageScript() {
  const src = useRouteLoaderData<RootData>('root')?.pageScript
  return src ? <script type="module" src={src} /> : null
}

/** Renders the texts for the scripts of a public page. */
function ScriptTexts() {
  const json = JSON.stringify(useMessages().catalogue.scripts).replaceAll('<', '\\u003c')
  return <script type="application/json" id={SCRIPT_TEXTS_ID} dangerouslySetInnerHTML={{ __html: json }} />
}

function PrivateScripts() {
  const nonce = useNonce()
  return (
    <>
      <ScrollRestoration nonce={nonce} />
      <ScrollReset />
      <RememberAccount />
      <Scripts nonce={nonce} />
    </>
  )
}
