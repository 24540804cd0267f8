import type { ReactNode } from 'react'

/** Main content of a page: the skip link's target and the source of the Markdown version. Must contain one `h1`. */
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
  // Ids of headings are in lower case, so none can be this one.
  return (
    <main id="pageContent" tabIndex={-1} aria-label={label} className={`w-full outline-none ${className}`}>
      {children}
    </main>
  )
}

/** Rendered body of an entry. The HTML is trusted: it is rendered on the server from our own content. */
export function Prose({ html, className = 'prose' }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
