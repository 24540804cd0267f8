import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'

type Props = {
  title: string
  /** What is inside, in a few words, to be read while it is folded. */
  holds?: string
  /** True when there is something in it at first. */
  open: boolean
  /** True when something inside needs a look: it opens then, whatever was chosen. */
  wrong: boolean
  /** A part of a page has a heading; a part of a row has none. */
  heading?: boolean
  children: ReactNode
}

/** A part of a form that few need. It opens by itself when there is something in it at first, or something wrong. */
export function Collapsible({ title, holds, open, wrong, heading = false, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const [first] = useState(open || wrong)
  useIsomorphicLayoutEffect(() => {
    if (wrong && details.current) details.current.open = true
  })
  return (
    <details ref={details} className={heading ? 'more border-t border-line' : 'more'} open={first}>
      <summary className="flex min-h-11 flex-wrap items-baseline gap-x-3 py-2.5">
        {heading ? <h2 className="text-2xl">{title}</h2> : <span className="label">{title}</span>}
        {holds && <span className="font-normal text-muted">{holds}</span>}
      </summary>
      <div className={heading ? 'space-y-5 pb-8 pt-2' : 'space-y-4 pb-2 pt-1'}>{children}</div>
    </details>
  )
}

/** A layout effect where there is a layout: the server has none, and React warns of it there. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect
