import { createContext, useContext } from 'react'
import { useFieldState } from '#app/ui/forms/form-state.tsx'

/** Placeholder in a text, with its description and a sample value. */
export type Placeholder = { name: string; says: string; sample: string }

const PlaceholdersContext = createContext<readonly Placeholder[]>([])
export const PlaceholdersProvider = PlaceholdersContext.Provider

/** Renders a menu that inserts placeholders into the text field at `path`. Without scripts, lists the placeholders. */
export function PlaceholderMenu({ path }: { path: string }) {
  const placeholders = useContext(PlaceholdersContext)
  const { id } = useFieldState(path, undefined)
  if (!placeholders.length) return null
  return (
    <details data-menu className="more relative">
      <summary className="quiet inline-block text-muted">Insert placeholder</summary>
      <ul className="absolute inset-x-0 top-full z-30 max-h-72 overflow-y-auto border border-edge bg-raised py-1 shadow-card">
        {placeholders.map(({ name, says, sample }) => (
          <li key={name}>
            <button
              type="button"
              className="block w-full px-3 py-1.5 text-left hover:bg-sunken"
              onClick={({ currentTarget }) => {
                currentTarget.closest('details')!.open = false
                insertAtCursor(document.getElementById(id), `{${name}}`)
              }}
            >
              <code>{`{${name}}`}</code>{' '}
              <span className="ml-2 text-muted">
                {says}
                {sample && <span className="[overflow-wrap:anywhere]">: {sample}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * Inserts text at the cursor, fires an input event and moves the cursor after the inserted text. A field that was not
 * focused yet has its cursor at the start, so the text is appended.
 */
function insertAtCursor(field: HTMLElement | null, text: string) {
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return
  const { selectionStart, selectionEnd, value } = field
  const end = selectionEnd || value.length
  field.focus()
  field.setRangeText(text, selectionEnd ? (selectionStart ?? end) : end, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
