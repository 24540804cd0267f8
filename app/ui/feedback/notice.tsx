import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { info: Info, done: CircleCheck, stop: CircleAlert }
const borderClasses = { info: 'border-water', done: 'border-go', stop: 'border-stop' }
const textClasses = { info: 'text-water', done: 'text-go', stop: 'text-stop' }
const toneLabels = { info: undefined, done: 'status', stop: 'alert' }

type Props = { tone?: 'info' | 'done' | 'stop'; title: string; children?: ReactNode }

/** Renders a message box. The `stop` tone interrupts a screen reader, and the `done` tone waits for a pause. */
export function Notice({ tone = 'info', title, children }: Props) {
  const Icon = icons[tone]
  return (
    <div
      role={toneLabels[tone]}
      tabIndex={tone === 'info' ? undefined : -1}
      className={`flex gap-3 border-[1.5px] bg-raised px-4 py-3 ${borderClasses[tone]}`}
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${textClasses[tone]}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="mt-1 text-soft">{children}</div>}
      </div>
    </div>
  )
}

type PageProps = Omit<Props, 'title'> & { title: string | false | null | undefined }

/** Renders a notice above the page content, or nothing without a title. */
export const PageNotice = ({ title, ...notice }: PageProps) =>
  title ? (
    <div className="mb-6">
      <Notice title={title} {...notice} />
    </div>
  ) : null
