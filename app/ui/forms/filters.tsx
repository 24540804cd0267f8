import type { ReactNode } from 'react'
import { Field, Select } from '#app/ui/forms/field.tsx'

/** Fields that narrow a list. They go into the address, so that the list can be kept, shared and gone back to. */
export function Filters({
  label,
  clear,
  children,
}: {
  label: string
  clear: string | null
  children: ReactNode
}) {
  return (
    <search>
      <form aria-label={label} className="grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {children}
        <div className="flex flex-wrap items-end gap-4">
          <button type="submit" className="button">
            Show
          </button>
          {clear && (
            <a href={clear} className="link my-3 inline-block">
              Show all
            </a>
          )}
        </div>
      </form>
    </search>
  )
}

type AmountProps = { total: number; one: string; many: string; isLive?: boolean }

/** How much of a list is to be seen. Of one that changes by itself nothing is read out. */
export function ResultCount({ total, one, many, isLive = false }: AmountProps) {
  return (
    <p className="mt-6 text-muted" role={isLive ? undefined : 'status'}>
      {total === 1 ? `1 ${one}` : `${total.toLocaleString('en-GB')} ${many}`}
    </p>
  )
}

type Props = {
  label: string
  /** Where the whole list is. */
  base: string
  filters: Partial<Record<string, string>>
}

const states = [
  { value: '', name: 'Any' },
  { value: 'true', name: 'On' },
  { value: 'false', name: 'Off' },
]

/** Narrows a list of things that are switched on or off, by their words and by that. */
export function ItemFilters({ label, base, filters }: Props) {
  const isNarrow = Object.keys(filters).length > 0
  return (
    <Filters label={label} clear={isNarrow ? base : null}>
      <Field label="Name or description" name="q" type="search" defaultValue={filters.q} autoComplete="off" />
      <Select label="State" name="enabled" value={filters.enabled ?? ''} options={states} />
    </Filters>
  )
}
