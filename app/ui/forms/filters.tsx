import type { ReactNode } from 'react'
import { Field, Select } from '#app/ui/forms/field.tsx'
import { formatAmount } from '#app/primitives/count.ts'

/** Renders the filter form of a list. Filters are in the URL, so that users can bookmark and share them. */
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

/** Renders the field for the search terms of a list. */
export const SearchField = ({ label, q }: { label: string; q: string | undefined }) => (
  <Field label={label} name="q" type="search" defaultValue={q} autoComplete="off" />
)

type AmountProps = { total: number; one: string; many: string; isLive?: boolean }

/** Renders the number of results, which screen readers announce unless the list updates live. */
export function ResultCount({ total, one, many, isLive = false }: AmountProps) {
  return (
    <p className="mt-6 text-muted" role={isLive ? undefined : 'status'}>
      {formatAmount(total, one, many)}
    </p>
  )
}

type Props = {
  label: string
  /** URL of the unfiltered list. */
  base: string
  filters: Partial<Record<string, string>>
}

const states = [
  { value: '', name: 'Any' },
  { value: 'true', name: 'Enabled' },
  { value: 'false', name: 'Disabled' },
]

/** Renders the form that filters a list by text and enabled state. */
export function ItemFilters({ label, base, filters }: Props) {
  const isNarrow = Object.keys(filters).length > 0
  return (
    <Filters label={label} clear={isNarrow ? base : null}>
      <SearchField label="Name or description" q={filters.q} />
      <Select label="State" name="enabled" value={filters.enabled ?? ''} options={states} />
    </Filters>
  )
}
