import type { ReactNode } from 'react'

type Props = {
  /** Link or button that fills the list. */
  action?: ReactNode
  children: ReactNode
}

/** Renders the text of an empty list: one sentence on its purpose, and one action. */
export const EmptyState = ({ action, children }: Props) => (
  <div className="empty-state">
    <p>{children}</p>
    {action && <div className="mt-4">{action}</div>}
  </div>
)
