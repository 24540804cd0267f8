import type { ReactNode } from 'react'

type Props = {
  caption: string
  head: string[]
  rows: ReactNode[][]
  hideCaption?: boolean
  className?: string
}

/** Renders a small scrollable table. The first column names the row, and all other columns contain numbers. */
export function DataTable({ caption, head, rows, hideCaption, className = '' }: Props) {
  const [first, ...others] = head
  return (
    <div
      role="group"
      aria-label={caption}
      tabIndex={0}
      className={`-mx-1.5 overflow-auto px-1.5 ${className}`}
    >
      <table className="figures">
        <caption className={hideCaption ? 'sr-only' : 'label pb-1 text-left'}>{caption}</caption>
        <thead className="sticky top-0 bg-paper">
          <tr>
            <th scope="col">{first}</th>
            {others.map((name) => (
              <th key={name} scope="col" className="text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], index) => (
            <tr key={index}>
              <th scope="row" className="min-w-28 text-left font-normal [overflow-wrap:anywhere]">
                {name}
              </th>
              {values.map((value, column) => (
                <td key={column} className="text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
