import type { ComponentProps, ReactNode } from 'react'

/** Renders a table that scrolls horizontally on narrow screens, including with the keyboard. */
export function ScrollTable({ label = 'Table', ...rest }: ComponentProps<'table'> & { label?: string }) {
  return (
    <div className="table-scroll" role="group" aria-label={label} tabIndex={0}>
      <table {...rest} />
    </div>
  )
}

type HeadedProps = { label: string; head: readonly string[]; children: ReactNode }

/** Renders rows under column headings in a scrollable table. */
export const HeadedTable = ({ label, head, children }: HeadedProps) => (
  <ScrollTable label={label}>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </ScrollTable>
)
