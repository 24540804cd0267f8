import { Field, Select } from '#app/ui/forms/field.tsx'
import { Filters } from '#app/ui/forms/filters.tsx'

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
