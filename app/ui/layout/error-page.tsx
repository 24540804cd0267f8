import { isRouteErrorResponse } from '@remix-run/react'
import { Main } from '#app/ui/layout/main.tsx'

/** What the common refusals are called, and what one can do about them. */
const known: Record<number, { title: string; advice: string }> = {
  401: { title: 'Sign in first', advice: 'This page belongs to an account.' },
  403: { title: 'This way is closed', advice: 'Your account does not have the right to see this page.' },
  404: { title: 'No page at this address', advice: 'It may have moved, or the address has a slip in it.' },
  405: { title: 'Not like this', advice: 'This address does not take what was sent to it.' },
  429: { title: 'Too many requests', advice: 'You sent too many requests. Wait a moment, then try again.' },
  503: { title: 'Back soon', advice: 'A part that this page needs does not answer. Try again in a moment.' },
}
const unknownErrorText = {
  title: 'Something went wrong',
  advice: 'The fault is ours. Try again; it has been noted.',
}

const statusOfError = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500)

/** The heading of the page that shows this error. */
export const errorTitle = (error: unknown) => (known[statusOfError(error)] ?? unknownErrorText).title

/** A whole page for whatever was thrown. A refusal's own sentence is shown; anything else is told without detail. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = statusOfError(error)
  const { title, advice } = known[status] ?? unknownErrorText
  const told = isRouteErrorResponse(error) && status < 500 && typeof error.data === 'string' ? error.data : ''
  return (
    <Main className="relative isolate grow">
      <div className="contours" />
      <div className="frame py-16 sm:py-24">
        <p className="finger finger-back finger-plain text-2xl" data-md="omit">
          {status}
        </p>
        <h1 className="mt-6 max-w-2xl text-5xl sm:text-6xl">{title}</h1>
        <p className="mt-4 max-w-xl text-xl text-soft">{told || advice}</p>
        <form action="/search" role="search" className="mt-8 flex max-w-xl gap-3" data-md="omit">
          <label htmlFor="error-search" className="sr-only">
            Search Signpost
          </label>
          <input id="error-search" name="q" type="search" placeholder="Search Signpost" className="input" />
          <button type="submit" className="finger">
            Search
          </button>
        </form>
        <ul className="mt-8 flex flex-wrap gap-x-8 gap-y-3 text-lg">
          {[
            ['/', 'Home'],
            ['/docs', 'Documentation'],
            ['/search', 'Search'],
            ['/sitemap.xml', 'Sitemap'],
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
