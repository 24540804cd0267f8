import { useRef, useState, type ReactNode } from 'react'
import { useIsomorphicLayoutEffect } from '#app/ui/feedback/layout-effect.ts'

type Props = {
  title: string
  /** Short description of the content, shown in the summary. */
  holds?: string
  /** True if the part initially has content. */
  open: boolean
  /** True if the content is invalid. An invalid part opens regardless of the user's choice. */
  wrong: boolean
  /** True for a page section, which has a heading. False within a row. */
  heading?: boolean
  children: ReactNode
}

/** Renders a collapsible part of a form, which opens by default if it has content or an error. */
export function Collapsible({ title, holds, open, wrong, heading = false, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [first] = useState(open || wrong)
  useIsomorphicLayoutEffect(() => {
    if (wrong && details.current) details.current.open = true
  })
  return (
    <details ref={details} className={heading ? 'more border-t border-line' : 'more'} open={first}>
      <summary className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2.5 pl-7 [&::before]:-ml-7 [&::before]:w-4">
        {heading ? <h2 className="text-2xl">{title}</h2> : <span className="label">{title}</span>}
        {holds && <span className="font-normal text-muted">{holds}</span>}
      </summary>
      <div className={heading ? 'space-y-5 pb-8 pt-2' : 'space-y-4 pb-2 pt-1'}>{children}</div>
    </details>
  )
}
