import type { ReactNode } from 'react'

/** Renders a state as a chip. The word carries the meaning, because color must not be the only cue. */
export const Chip = ({ ink = 'text-muted', children }: { ink?: string; children: ReactNode }) => (
  <span className={`chip ${ink}`}>{children}</span>
)
