import type { ReactNode } from 'react'

/** The part of a page that is the page: where the skip link leads and what the Markdown holds. One `h1` inside. */
export function Main({
  children,
  label,
  className = 'frame py-10 sm:py-14',
}: {
  children: ReactNode
  /** Where it is not the only one that is read out. */
  label?: string | undefined
  className?: string
}) {
  return (
    <main id="content" tabIndex={-1} aria-label={label} className={`w-full outline-none ${className}`}>
      {children}
    </main>
  )
}

/** An entry's rendered body. The HTML is ours: made from the files that ship with the code, and evaluated on the server. */
export function Prose({ html, className = 'prose' }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
