import type { RefObject } from 'react'
import type { Placeholder } from '#app/features/commands/template-variables.ts'

type TextField = HTMLTextAreaElement | HTMLInputElement

type Props = {
  placeholders: readonly Placeholder[]
  /** The text that was written in last. */
  into: RefObject<TextField | null>
}

/** The names that a text may have in braces. A press puts one where the cursor was last. */
export function PlaceholderHelp({ placeholders, into }: Props) {
  return (
    <details className="more">
      <summary className="label flex min-h-11 items-baseline gap-x-3 py-2.5">
        Names that are filled in
      </summary>
      <p className="text-soft">
        <span data-scripted>Press one to put it where you wrote last. </span>A name that stands for nothing
        stays as it is.
      </p>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {placeholders.map(({ name, says }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
            <button
              type="button"
              data-scripted
              className="code-inline min-h-8 text-left"
              onClick={() => into.current && insert(into.current, `{${name}}`)}
            >
              {`{${name}}`}
            </button>
            <code data-unscripted className="code-inline">{`{${name}}`}</code>
            <span className="text-muted">{says}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Puts a text where the cursor is, as if it had been typed there, and lets one go on behind it. */
function insert(field: TextField, text: string) {
  const { selectionStart, selectionEnd, value } = field
  field.focus()
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** True for a field that a name can be put into. */
export const takesText = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
