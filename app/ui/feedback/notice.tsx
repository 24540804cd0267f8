import { useLocation, useNavigationType } from '@remix-run/react'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

const icons = { info: Info, done: CircleCheck, warn: TriangleAlert, stop: CircleAlert }
const borderClasses = { info: 'border-water', done: 'border-go', warn: 'border-warn', stop: 'border-stop' }
const textClasses = { info: 'text-water', done: 'text-go', warn: 'text-warn', stop: 'text-stop' }
const toneLabels = { info: undefined, done: 'status', warn: 'status', stop: 'alert' }

type Props = { tone?: 'info' | 'done' | 'warn' | 'stop'; title: string; children?: ReactNode }

/** Renders a message box. The `stop` tone interrupts a screen reader, and the `done` and `warn` tones wait for a pause. */
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

/** Time in milliseconds after which a notice counts as seen, so a reload or bookmark does not repeat it. */
const SHOWN_MS = 2000

/** Removes the result of an action from the URL after it was shown. */
export function useShownOnce() {
  const { key, search } = useLocation()
  useEffect(() => {
    const shown = new URLSearchParams(search)
    if (!shown.has('done') && !shown.has('run')) return
    const timer = setTimeout(() => {
      const url = new URL(location.href)
      for (const name of ['done', 'undo', 'lost', 'run']) url.searchParams.delete(name)
      history.replaceState(history.state, '', url)
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [search, key])
}

/**
 * Renders the result of an action above the page content, or nothing without a title. The notice stays in view until the
 * user closes it or leaves the page.
 */
export function PageNotice({ title, ...notice }: PageProps) {
  const { key } = useLocation()
  const type = useNavigationType()
  const box = useRef<HTMLDivElement>(null)
  const isShown = Boolean(title)
  useEffect(() => {
    // A saved form can be replaced by a new one, and then nothing has the focus.
    if (isShown && type !== 'POP' && document.activeElement === document.body)
      (box.current?.firstElementChild as HTMLElement | null)?.focus({ preventScroll: true })
  }, [isShown, type, key])
  useShownOnce()
  const [closed, setClosed] = useState<string | null>(null)
  if (!title || closed === key) return null
  return (
    // With a new key, screen readers also announce a repeated message.
    <div key={key} ref={box} data-toast className="mb-6 bg-raised">
      <Notice title={title} {...notice} />
      <button
        type="button"
        data-scripted
        onClick={() => setClosed(key)}
        className="quiet absolute right-1.5 top-1.5 inline-grid size-11 place-items-center text-soft"
      >
        <X className="size-5" aria-hidden="true" />
        <span className="sr-only">Close</span>
      </button>
    </div>
  )
}
