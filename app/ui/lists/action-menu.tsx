import type { ReactNode } from 'react'

type Props = { label: string; of: string; isOpen: boolean; children: ReactNode }

/** Renders a form in a panel below its label, so that the rows of a list keep their height. */
export const ActionMenu = ({ label, of, isOpen, children }: Props) => (
  <details data-menu open={isOpen} className="action-menu">
    <summary className="link">
      {label}
      <span className="sr-only"> {of}</span>
    </summary>
    <div>{children}</div>
  </details>
)
