import type { ReactNode } from 'react'
import { OutcomeMark, type Standing } from '#app/features/jobs/ui/outcome.tsx'

/** What happened one after the other, on a line. */
export const History = ({ children }: { children: ReactNode }) => <ol className="mt-4">{children}</ol>

type Props = { is: Standing; title: ReactNode; children?: ReactNode }

/** One thing of a history: its mark stands on the line. What is said below the title says the same in words. */
export function HistoryItem({ is, title, children }: Props) {
  return (
    <li className="group relative pb-6 pl-10 [overflow-wrap:anywhere] last:pb-0">
      <span
        className="absolute top-7 bottom-0 left-[0.6875rem] w-0.5 bg-line group-last:hidden"
        aria-hidden="true"
      />
      <span className="absolute top-0 left-0">
        <OutcomeMark is={is} />
      </span>
      <p className="label">{title}</p>
      {children}
    </li>
  )
}
