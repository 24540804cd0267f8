import { isRouteErrorResponse } from '@remix-run/react'
import { Main } from '#app/ui/layout/main.tsx'
import { useMessages } from '#app/ui/layout/messages.tsx'
import type { Messages } from '#app/site/messages/messages.ts'

/** Statuses with their own title and advice. */
const known = ['401', '403', '404', '405', '429', '503'] as const

/** Returns the status of an error: that of a response, or 500. */
export const statusOfError = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500)
const kindOf = (status: number) => known.find((one) => one === String(status)) ?? 'other'

/** Returns the heading of the page for an error. */
export const errorTitle = (error: unknown, { text }: Messages) =>
  text(`errors.${kindOf(statusOfError(error))}`)

/** Returns the advice for a status. */
export const errorAdvice = (status: number, { text }: Messages) => text(`errors.${kindOf(status)}Advice`)

/** Returns the message of a client error. Returns an empty string for other errors, which keep their details. */
export const toldBy = (error: unknown): string =>
  isRouteErrorResponse(error) && error.status < 500 && typeof error.data === 'string' ? error.data : ''

type Props = {
  error: unknown
  offersServers: boolean
  siteName: string
  hasDocs: boolean
  /** The user, whose pages are linked. Pages outside Remix have none. */
  account?: { opensConsole: boolean } | null
}

/** Renders an error page. Shows the message of a client error if it exists in the language of the page. */
export function ErrorPage({ error, offersServers, siteName, hasDocs, account = null }: Props) {
  const status = statusOfError(error)
  const messages = useMessages()
  const { text } = messages
  const search = text('errors.search', { site: siteName })
  const told = toldBy(error)
  return (
    <Main className="relative isolate grow">
      <div className="contours" />
      <div className="frame py-16 sm:py-24">
        <p className="finger finger-back finger-plain text-2xl" data-md="omit">
          {status}
        </p>
        <h1 className="mt-6 max-w-2xl text-5xl sm:text-6xl">{errorTitle(error, messages)}</h1>
        <p className="mt-4 max-w-xl text-xl text-soft">
          {(told && messages.translate(told)) || errorAdvice(status, messages)}
        </p>
        <form action="/search" role="search" className="mt-8 flex max-w-xl gap-3" data-md="omit">
          <label htmlFor="error-search" className="sr-only">
            {search}
          </label>
          <input id="error-search" name="q" type="search" placeholder={search} className="input" />
          <button type="submit" className="finger">
            {text('common.search')}
          </button>
        </form>
        <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-3 text-lg">
          {[
            ...(account?.opensConsole ? [['/admin', text('header.console')]] : []),
            ...(account ? [['/profile', text('header.profile')]] : []),
            ...(offersServers ? [['/profile/servers', text('header.servers')]] : []),
            ['/', text('common.home')],
            ...(hasDocs ? [['/docs', text('common.documentation')]] : []),
            ['/search', text('common.search')],
            ['/sitemap.xml', text('common.sitemap')],
          ].map(([href, name]) => (
            <li key={href}>
              <a href={href} className="link inline-block">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Main>
  )
}
