import { Field, Select } from '#app/ui/forms/field.tsx'
import { Filters } from '#app/ui/forms/filters.tsx'

const types = [
  { value: '', name: 'Any' },
  { value: 'page', name: 'Pages' },
  { value: 'doc', name: 'Documents' },
  { value: 'post', name: 'Posts' },
]

const states = [
  { value: '', name: 'Any' },
  { value: 'draft', name: 'Draft' },
  { value: 'scheduled', name: 'Scheduled' },
  { value: 'published', name: 'Published' },
  { value: 'archived', name: 'Archived' },
  { value: 'files', name: 'Content file' },
  { value: 'deleted', name: 'Deleted' },
]

/** Narrows the list of entries. */
export function EntryFilters({ filters }: { filters: Partial<Record<string, string>> }) {
  const isNarrow = Object.keys(filters).length > 0
  return (
    <Filters label="Find entries" clear={isNarrow ? '/admin/content' : null}>
      <Field
        label="Title, address or description"
        name="q"
        type="search"
        defaultValue={filters.q}
        autoComplete="off"
      />
      <Select label="Type" name="type" value={filters.type ?? ''} options={types} />
      <Select label="State" name="status" value={filters.status ?? ''} options={states} />
      <Field label="Tag" name="tag" defaultValue={filters.tag} autoComplete="off" />
    </Filters>
  )
}
