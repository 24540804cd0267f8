import type { ReactNode } from 'react'

/** A part that few want to read, folded. */
export function Disclosure({ title, of, children }: { title: string; of?: string; children: ReactNode }) {
  return (
    <details className="more">
      <summary>
        {title}
        {of && <span className="sr-only"> of {of}</span>}
      </summary>
      <div className="pt-1 pb-2">{children}</div>
    </details>
  )
}

/** A value as JSON, which scrolls by itself and can be reached with the keyboard. */
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
