import type { ReactNode } from 'react'

type Props = { title: string; of?: string; open?: boolean; children: ReactNode }

/** Renders a collapsed block of details. */
export function Disclosure({ title, of, open, children }: Props) {
  return (
    <details className="more" open={open}>
      <summary>
        {title}
        {of && <span className="sr-only"> of {of}</span>}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  )
}

/** Renders formatted JSON that scrolls and can receive keyboard focus. */
export function AsJson({ label, value }: { label: string; value: unknown }) {
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-80 overflow-auto border border-line bg-sunken p-3 font-code text-sm"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  )
}
