import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says something that must not be missed. A `stop` is read out at once. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: 'info' | 'stop'
  title: string
  children?: ReactNode
}) {
  const stop = tone === 'stop'
  const Icon = stop ? CircleAlert : Info
  return (
    <div
      role={stop ? 'alert' : undefined}
      className={`flex gap-3 border-[1.5px] bg-raised px-4 py-3 ${stop ? 'border-stop' : 'border-water'}`}
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${stop ? 'text-stop' : 'text-water'}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children && <div className="mt-1 text-soft">{children}</div>}
      </div>
    </div>
  )
}
