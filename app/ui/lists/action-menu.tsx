import type { ReactNode } from 'react'

type Props = { label: string; of: string; isOpen: boolean; children: ReactNode }

/** Renders a form in a panel below its label, so that the rows of a list keep their height. */
export const ActionMenu = ({ label, of, isOpen, children }: Props) => (
  <details data-menu open={isOpen} className="relative">
    <summary className="link inline-block py-0.5">
      {label}
      <span className="sr-only"> {of}</span>
    </summary>
    <div className="absolute right-0 top-full z-10 mt-1 w-72 border border-edge bg-raised p-4 text-left whitespace-normal shadow-card">
      {children}
    </div>
  </details>
)
