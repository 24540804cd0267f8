import type { MouseEvent } from 'react'
import type { Found, Group } from '#app/features/console-search/places.ts'

type Props = {
  groups: readonly Group[]
  active: string | undefined
  picked: (event: MouseEvent, found: Found) => void
  hovered: (href: string) => void
}

/** The list of the palette. Options are links, so that they open in another tab too; the focus stays in the field. */
export function PaletteGroups({ groups, active, picked, hovered }: Props) {
  const order = groups.flatMap(({ results }) => results)
  return (
    <div
      role="listbox"
      id="palette-list"
      aria-label="Results"
      tabIndex={-1}
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      {groups.map(({ kind, title, results }) => (
        <div key={kind} role="group" aria-labelledby={`palette-of-${kind}`} className="py-2">
          <p id={`palette-of-${kind}`} role="presentation" className="label px-4 py-1 text-muted">
            {title}
          </p>
          {results.map((one) => (
            <a
              key={one.href}
              id={`palette-${order.indexOf(one)}`}
              role="option"
              aria-selected={one.href === active}
              tabIndex={-1}
              href={one.href}
              onClick={(event) => picked(event, one)}
              onPointerMove={() => hovered(one.href)}
              className="group flex min-h-11 flex-wrap items-baseline gap-x-3 px-4 py-2 aria-selected:bg-sign aria-selected:text-on-sign forced-colors:aria-selected:outline-3"
            >
              <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{one.title}</span>
              <span className="min-w-0 text-sm text-muted [overflow-wrap:anywhere] group-aria-selected:text-on-sign">
                {one.hint}
              </span>
            </a>
          ))}
        </div>
      ))}
    </div>
  )
}
