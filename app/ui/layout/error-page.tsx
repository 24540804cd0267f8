import { isRouteErrorResponse } from '@remix-run/react'
import { Main } from '#app/ui/layout/main.tsx'

/** Titles and advice for common errors. */
const known: Record<number, { title: string; advice: string }> = {
  401: { title: 'Sign in first', advice: 'You need an account to see this page.' },
  403: {
    title: 'You don’t have access',
    advice: 'Your account does not have access to this page. Ask the site owner for access.',
  },
  404: { title: 'Page not found', advice: 'The page may have moved, or the URL may have a typo.' },
  405: { title: 'Method not allowed', advice: 'This URL does not accept this request.' },
  429: { title: 'Too many requests', advice: 'You sent too many requests. Wait a moment, then try again.' },
  503: {
    title: 'Temporarily unavailable',
    advice: 'A service that this page needs is not responding. Try again soon.',
  },
}
const unknownErrorText = {
  title: 'Something went wrong',
  advice: 'The error is on our side and was logged. Try again.',
}

const statusOfError = (error: unknown) => (isRouteErrorResponse(error) ? error.status : 500)

/** Returns the heading of the page for an error. */
export const errorTitle = (error: unknown) => (known[statusOfError(error)] ?? unknownErrorText).title

/** Renders an error page. Shows the message of a client error, but no details of other errors. */
export function ErrorPage({ error, siteName }: { error: unknown; siteName: string }) {
  const status = statusOfError(error)
  const search = `Search ${siteName}`
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
            {search}
          </label>
          <input id="error-search" name="q" type="search" placeholder={search} className="input" />
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
