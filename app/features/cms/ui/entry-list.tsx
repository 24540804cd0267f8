import { Form } from '@remix-run/react'
import { shortStatus, statusLabel, typeNames } from '#app/features/cms/describe.ts'
import type { ListedEntry } from '#app/features/cms/schema.ts'
import { Chip } from '#app/ui/feedback/chip.tsx'
import { Timestamp, RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { choice, type Filter } from '#app/ui/lists/filters.tsx'
import type { ListState } from '#app/ui/lists/list-state.ts'
import { ListTable, type Column } from '#app/ui/lists/list-table.tsx'
import { SelectAll, Selection, SelectRow } from '#app/ui/lists/selection.tsx'

/** Filters of the list of entries. */
export const entryFilters: Filter[] = [
  { label: 'Title, slug or description', name: 'q', type: 'search' },
  choice('Type', 'type', [
    { value: 'page', name: 'Pages' },
    { value: 'doc', name: 'Documents' },
    { value: 'post', name: 'Posts' },
  ]),
  choice('Status', 'status', [
    { value: 'draft', name: 'Draft' },
    { value: 'scheduled', name: 'Scheduled' },
    { value: 'published', name: 'Published' },
    { value: 'archived', name: 'Archived' },
    { value: 'deleted', name: 'Deleted' },
  ]),
  { label: 'Tag', name: 'tag', type: 'text', maxLength: 50 },
]

/** Filter of the list by source, for a site whose CMS has entries. */
export const sourceFilter: Filter = {
  label: 'Source',
  name: 'source',
  options: [
    { value: '', name: 'CMS entries' },
    { value: 'files', name: 'Content files' },
    { value: 'all', name: 'All' },
  ],
}

const verbs = [
  { value: 'publish', name: 'Publish' },
  { value: 'unpublish', name: 'Unpublish' },
  { value: 'archive', name: 'Archive' },
  { value: 'delete', name: 'Delete', isDangerous: true },
]

const keyOf = ({ type, id }: ListedEntry) => `${type}/${id}`

const columns: Column<ListedEntry>[] = [
  {
    name: 'Title',
    sort: { by: 'title', first: 'asc' },
    cell: (entry) => (
      <a href={`/admin/content/${keyOf(entry)}`} className="link">
        {entry.title}
      </a>
    ),
  },
  {
    name: 'Status',
    isState: true,
    cell(entry) {
      const { words, ink } = statusLabel(entry)
      return <Chip ink={ink}>{shortStatus(words)}</Chip>
    },
  },
  { name: 'Type', isWide: true, cell: ({ type }) => typeNames[type] },
  { name: 'URL', isWide: true, cell: ({ path }) => <code>{path}</code> },
  {
    name: 'Changed',
    sort: { by: 'updated_at', first: 'desc' },
    sorted: 'desc',
    cell: ({ source, updated_at, updated_by }) =>
      source === 'cms' && (
        <>
          <RelativeTime at={updated_at} />
          {updated_by && ` by ${updated_by}`}
        </>
      ),
  },
]

/** Content files have no time of a change, so a list of files omits the column. */
const fileColumns = columns.filter(({ name }) => name !== 'Changed')

const deletedColumns: Column<ListedEntry>[] = columns.map((column) => {
  if (column.name === 'Title') return { ...column, cell: ({ title }) => title }
  return column.name === 'Status' ? { ...column, cell: () => <Chip ink="text-stop">Deleted</Chip> } : column
})

/** Returns the reason why an entry was not published, or the time of its publication. */
function noteOf({ trouble, scheduled_at }: ListedEntry) {
  if (trouble) return <span className="text-stop">{trouble}</span>
  if (!scheduled_at) return null
  return (
    <>
      Scheduled for <Timestamp at={scheduled_at} />
    </>
  )
}

const table = { label: 'Entries', keyOf, note: noteOf }

type Props = { entries: ListedEntry[]; list: ListState; done: unknown }

/** Renders entries with their status. CMS entries can be selected for bulk actions. */
export function EntryList({ entries, list, done }: Props) {
  return (
    <Selection verbs={verbs} done={done}>
      <ListTable
        {...table}
        list={list}
        rows={entries}
        columns={entries.some(({ source }) => source === 'cms') ? columns : fileColumns}
        pickAll={<SelectAll />}
        pick={(entry) =>
          entry.source === 'cms' && <SelectRow of={keyOf(entry)} value={entry.version} label={entry.title} />
        }
      />
    </Selection>
  )
}

/** Renders deleted entries, each with a button that restores it. */
export const DeletedEntries = ({ entries, list }: Omit<Props, 'done'>) => (
  <Form method="post">
    <input type="hidden" name="intent" value="undelete" />
    <ListTable
      {...table}
      list={list}
      rows={entries}
      columns={deletedColumns}
      actions={(entry) => (
        <button type="submit" name="entry" value={keyOf(entry)} className="button">
          Restore<span className="sr-only"> {entry.title}</span>
        </button>
      )}
    />
  </Form>
)
