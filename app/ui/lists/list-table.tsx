import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { listUrl, type ListState, type SortOrder } from '#app/ui/lists/list-state.ts'

/** Column of a list. The first column names the row and takes the remaining width. */
export type Column<Row> = {
  name: string
  cell(row: Row): ReactNode
  /** Sorts the list by this column. `first` is the direction of the first click. */
  sort?: { by: string; first: SortOrder }
  /** Direction in which the list is sorted by default. Only for one column. */
  sorted?: SortOrder
  /** True for the state of the row, which a phone shows beside the name. */
  isState?: boolean
  /** True for a column that a phone omits. The page of the row shows the value. */
  isWide?: boolean
}

type Props<Row> = {
  label: string
  list?: ListState
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** Second line of the first column, such as an error. */
  note?(row: Row): ReactNode
  /** Column after the others with a control that is always visible, such as a switch. */
  controls?: { name: string; cell(row: Row): ReactNode }
  /** Buttons and links of a row, visible on hover and focus. */
  actions?(row: Row): ReactNode
  /** Checkbox of a row in a `Selection`. */
  pick?(row: Row): ReactNode
  /** Checkbox that selects all rows. */
  pickAll?: ReactNode
}

/**
 * Renders a list as a table with sortable columns. On a phone, each row is two lines. The roles keep the table readable
 * for screen readers there, because browsers remove them from boxes that are not tables.
 */
export function ListTable<Row>({
  label,
  list,
  rows,
  columns,
  keyOf,
  note,
  controls,
  actions,
  pick,
  pickAll,
}: Props<Row>) {
  const [name, ...others] = columns
  return (
    <table role="table" aria-label={label} className="list">
      <thead role="rowgroup">
        <tr role="row">
          {pick && (
            <th role="columnheader" scope="col" className="list-pick">
              {pickAll ?? <span className="sr-only">Select</span>}
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.name} column={column} list={list} />
          ))}
          {controls && (
            <th role="columnheader" scope="col" className="list-controls">
              {controls.name}
            </th>
          )}
          {actions && (
            <th role="columnheader" scope="col" className="list-actions">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const text = note?.(row)
          return (
            <tr key={keyOf(row)} role="row">
              {pick && (
                <td role="cell" className="list-pick">
                  {pick(row)}
                </td>
              )}
              <th role="rowheader" scope="row">
                <div className="list-name">{name!.cell(row)}</div>
                {text && <div className="list-note">{text}</div>}
              </th>
              {others.map((column) => (
                <td key={column.name} role="cell" className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
              {controls && (
                <td role="cell" className="list-controls">
                  {controls.cell(row)}
                </td>
              )}
              {actions && (
                <td role="cell" className="list-actions">
                  {actions(row)}
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const classOf = ({ isState, isWide }: Pick<Column<never>, 'isState' | 'isWide'>) =>
  [isState && 'list-state', isWide && 'list-wide'].filter(Boolean).join(' ') || undefined

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type HeadingProps<Row> = { column: Column<Row>; list: ListState | undefined }

function Heading<Row>({ column, list }: HeadingProps<Row>) {
  const { name, sort, sorted } = column
  if (!sort || !list)
    return (
      <th role="columnheader" scope="col" className={classOf(column)}>
        {name}
      </th>
    )
  const order = list.sort === sort.by ? (list.order ?? sort.first) : list.sort ? undefined : sorted
  const next = order === undefined ? sort.first : order === 'asc' ? 'desc' : 'asc'
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={order && ariaSort[order]}
      className={['list-sort', classOf(column)].filter(Boolean).join(' ')}
    >
      <a href={listUrl(list, { sort: sort.by, order: next })}>
        {name}
        {order && <Arrow aria-hidden="true" />}
      </a>
    </th>
  )
}
