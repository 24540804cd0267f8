import type { ReactNode } from 'react'

/** The part of a page that is the page: where the skip link leads and what the Markdown holds. One `h1` inside. */
export function Main({
  children,
  className = 'frame py-10 sm:py-14',
}: {
  children: ReactNode
  className?: string
}) {
  return (
    <main id="content" tabIndex={-1} className={`w-full outline-none ${className}`}>
      {children}
    </main>
  )
}
