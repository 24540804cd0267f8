import { useNavigate } from '@remix-run/react'
import { Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Options, type SelectOption } from '#app/ui/forms/field.tsx'
import { listUrl, type ListState } from '#app/ui/lists/list-state.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { formatDay } from '#app/primitives/dates.ts'

/** Milliseconds between the last key press and the search. */
const TYPING_PAUSE_MS = 300

type FilterOption = SelectOption & { value: string }

/** Filter of a list: a choice, or text. A search field stays visible on a phone. */
export type Filter = { label: string; name: string } & (
  | { options: readonly FilterOption[] }
  | { type: 'search' | 'text' | 'date'; pattern?: string; maxLength?: number }
)

/** Creates a filter with options, with “Any” as the first option. */
export const choice = (label: string, name: string, options: readonly FilterOption[]): Filter => ({
  label,
  name,
  options: [{ value: '', name: 'Any' }, ...options],
})

type Props = {
  label: string
  list: ListState
  filters: readonly Filter[]
  /** Number of results, at the end of the row. */
  count?: ReactNode
}

/**
 * Renders the filters of a list and the active filters as removable chips. Filters apply themselves and are in the URL.
 * Without scripts, a button applies them.
 */
export function Filters({ label, list, filters, count }: Props) {
  const { form, ...handlers } = useAutoApply(list)
  const { sort, order } = list
  const hidden = Object.entries({ ...list.filters, sort, order }).filter(
    ([name, value]) => value && !filters.some((one) => one.name === name),
  )
  const [search, others] = [filters.filter(isSearch), filters.filter((one) => !isSearch(one))]
  return (
    <search>
      <form ref={form} aria-label={label} action={list.base} className="filters" {...handlers}>
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {search.map((one) => (
          <FilterField key={one.name} filter={one} value={list.filters[one.name]} />
        ))}
        {others.length > 0 && (
          <details className="filters-more">
            <summary className="button">Filters</summary>
            {others.map((one) => (
              <FilterField key={one.name} filter={one} value={list.filters[one.name]} />
            ))}
          </details>
        )}
        <button type="submit" className="button" data-unscripted>
          Apply
        </button>
        {count}
      </form>
      <ActiveFilters list={list} filters={filters} />
    </search>
  )
}

const isSearch = (filter: Filter) => 'type' in filter && filter.type === 'search'

function FilterField({ filter, value = '' }: { filter: Filter; value: string | undefined }) {
  const id = useId()
  const { label, name } = filter
  const isWide = isSearch(filter)
  return (
    <div className={isWide ? 'filter filter-search' : 'filter'}>
      <label htmlFor={id} className={isWide ? 'sr-only' : undefined}>
        {label}
      </label>
      {isWide && <Search aria-hidden="true" />}
      {'options' in filter ? (
        <select id={id} name={name} defaultValue={value} className="input">
          <Options of={filter.options} />
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type={filter.type}
          defaultValue={value}
          pattern={filter.pattern}
          maxLength={filter.maxLength ?? 100}
          placeholder={isWide ? label : undefined}
          autoComplete="off"
          className="input"
        />
      )}
    </div>
  )
}

/** Applies the filters on change, and typed filters after a pause. Keeps the focus, and the fields equal to the URL. */
function useAutoApply({ base, filters }: ListState) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    for (const field of form.current?.elements ?? [])
      if (isField(field) && field.type !== 'hidden' && !(timer.current && field === document.activeElement))
        field.value = filters[field.name] ?? ''
  }, [filters])

  function apply() {
    clearTimeout(timer.current)
    timer.current = undefined
    // An incomplete value would be refused, so it does not apply before it is complete.
    if (!form.current?.checkValidity()) return
    const given = [...new FormData(form.current)].filter(([, value]) => String(value).trim()) as [
      string,
      string,
    ][]
    void navigate(listUrl({ base, filters: Object.fromEntries(given) }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  return {
    form,
    onChange({ target }: FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current)
      if (target instanceof HTMLSelectElement) apply()
      else timer.current = setTimeout(apply, TYPING_PAUSE_MS)
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      apply()
    },
  }
}

const isField = (element: Element) =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

function ActiveFilters({ list, filters }: Pick<Props, 'list' | 'filters'>) {
  const active = filters.flatMap((filter) => {
    const value = list.filters[filter.name]
    return value ? [{ ...filter, says: valueLabel(filter, value) }] : []
  })
  if (active.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Active filters">
      {active.map(({ label, name, says }) => (
        <li key={name}>
          <a href={listUrl(list, { [name]: undefined })} className="chip chip-filter">
            <span className="sr-only">Remove the filter </span>
            {label}: {says}
            <X aria-hidden="true" />
          </a>
        </li>
      ))}
      <li>
        <a href={listUrl({ ...list, filters: {} })} className="link">
          Clear<span className="sr-only"> filters</span>
        </a>
      </li>
    </ul>
  )
}

const valueLabel = (filter: Filter, value: string) =>
  ('options' in filter && filter.options.find((one) => one.value === value)?.name) ||
  ('type' in filter && filter.type === 'date' && formatDay(value)) ||
  value

type AmountProps = { total: number; one: string; many: string; isLive?: boolean }

/** Renders the number of results, which screen readers announce unless the list updates live. */
export const ResultCount = ({ total, one, many, isLive = false }: AmountProps) => (
  <p className="list-count" role={isLive ? undefined : 'status'}>
    {formatAmount(total, one, many)}
  </p>
)

/** Filters of a list by text and enabled state. */
export const itemFilters: Filter[] = [
  { label: 'Name or description', name: 'q', type: 'search' },
  choice('State', 'enabled', [
    { value: 'true', name: 'Enabled' },
    { value: 'false', name: 'Disabled' },
  ]),
]
