import { Form } from '@remix-run/react'
import { statusLabel, typeNames } from '#app/features/cms/describe.ts'
import type { ListedEntry } from '#app/features/cms/schema.ts'
import { Timestamp, RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Field, Select } from '#app/ui/forms/field.tsx'
import { Filters, SearchField } from '#app/ui/forms/filters.tsx'

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

/** Renders the form that filters the list of entries. */
export function EntryFilters({ filters }: { filters: Partial<Record<string, string>> }) {
  const isNarrow = Object.keys(filters).length > 0
  return (
    <Filters label="Find entries" clear={isNarrow ? '/admin/content' : null}>
      <SearchField label="Title, slug or description" q={filters.q} />
      <Select label="Type" name="type" value={filters.type ?? ''} options={types} />
      <Select label="Status" name="status" value={filters.status ?? ''} options={states} />
      <Field label="Tag" name="tag" defaultValue={filters.tag} autoComplete="off" />
    </Filters>
  )
}

const bulkActions = [
  ['publish', 'Publish'],
  ['unpublish', 'Unpublish'],
  ['archive', 'Archive'],
  ['delete', 'Delete'],
] as const

/** Renders entries with their status. CMS entries can be selected for bulk actions. */
export function EntryList({ entries, deleted }: { entries: ListedEntry[]; deleted: boolean }) {
  const canPick = !deleted && entries.some(({ source }) => source === 'cms')
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={deleted ? 'undelete' : 'bulk'} />
      <ul className="mt-2">
        {entries.map((entry) => (
          <li key={`${entry.type}/${entry.id}`} className="flex gap-4 border-b border-line py-4">
            {entry.source === 'cms' && !deleted ? (
              <label className="flex min-h-10 shrink-0 items-start pt-1.5">
                <input
                  type="checkbox"
                  name={`pick:${entry.type}/${entry.id}`}
                  value={entry.version}
                  className="size-6"
                />
                <span className="sr-only">Select {entry.title}</span>
              </label>
            ) : (
              <span className="w-6 shrink-0" />
            )}
            <Row entry={entry} deleted={deleted} />
          </li>
        ))}
      </ul>
      {canPick && (
        <div className="mt-5 flex flex-wrap items-end gap-4">
          <label className="block">
            <span className="label">With the selected entries</span>
            <select name="act" defaultValue="" className="input mt-1.5">
              <option value="">Select an action</option>
              {bulkActions.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button">
            Apply
          </button>
        </div>
      )}
    </Form>
  )
}

function Row({ entry, deleted }: { entry: ListedEntry; deleted: boolean }) {
  const { words, ink } = statusLabel(entry)
  return (
    <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
      <h2 className="text-xl">
        {deleted ? (
          entry.title
        ) : (
          <a href={`/admin/content/${entry.type}/${entry.id}`} className="link inline-block">
            {entry.title}
          </a>
        )}
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <span className={`font-semibold ${deleted ? 'text-stop' : ink}`}>{deleted ? 'Deleted' : words}</span>
        <span className="sr-only">{typeNames[entry.type]}</span>
        <code className="text-[0.9375rem]">{entry.path}</code>
        {entry.source === 'cms' && (
          <span>
            changed {entry.updated_by && `by ${entry.updated_by} `}
            <RelativeTime at={entry.updated_at} />
          </span>
        )}
        {entry.scheduled_at && (
          <span>
            for <Timestamp at={entry.scheduled_at} />
          </span>
        )}
      </p>
      {entry.trouble && <p className="mt-1 text-stop">{entry.trouble}</p>}
      {deleted && (
        <p className="mt-2">
          <button type="submit" name="entry" value={`${entry.type}/${entry.id}`} className="button small">
            Restore
          </button>
        </p>
      )}
    </div>
  )
}
