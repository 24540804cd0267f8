import type { ReactNode } from 'react'

/**
 * Renders the main content of a page: the skip link's target and the source of the Markdown version. The content must
 * include one `h1`.
 */
export function Main({
  children,
  label,
  className = 'frame py-10 sm:py-14',
}: {
  children: ReactNode
  /** Accessible name, for a framed page. */
  label?: string | undefined
  className?: string
}) {
  // Heading ids are lowercase, so no heading can have this id.
  return (
    <main id="pageContent" tabIndex={-1} aria-label={label} className={`w-full outline-none ${className}`}>
      {children}
    </main>
  )
}

/** Renders the body of an entry. The HTML is trusted, because the server renders it from the site's own content. */
export function Prose({ html, className = 'prose' }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
