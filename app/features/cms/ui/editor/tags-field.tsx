import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { normalizeTag } from '#app/features/cms/field-values.ts'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'
import { FieldMessages, describedBy } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'

type Props = { tags: readonly string[]; error: string | undefined; changed: () => void }

const hint = 'Press Enter or a comma after each tag.'

/** Renders the tags of a post as chips with a field for more. Without scripts, one field with commas. */
export function TagsField({ tags, error: refused, changed }: Props) {
  const { id, error } = useFieldState('tags', refused)
  const isScripted = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  const [chips, setChips] = useState<readonly string[]>(tags)
  const [typed, setTyped] = useState('')

  const change = (next: readonly string[]) => {
    setChips(next)
    // The draft is read from the form, which has the new value after this update.
    setTimeout(changed)
  }
  /** Adds all complete tags of a text. Keeps the text that normalizes to nothing, so that the server explains it. */
  const add = (text: string) => {
    const added = text
      .split(',')
      .map((tag) => normalizeTag(tag) || tag.trim())
      .filter(Boolean)
    setTyped('')
    if (added.length) change([...new Set([...chips, ...added])])
  }
  const remove = (tag: string) => {
    change(chips.filter((one) => one !== tag))
    field.current?.focus()
  }
  const aria = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy(id, hint, error),
  }

  return (
    <div>
      <label htmlFor={id} className="label">
        Tags
      </label>
      <FieldMessages id={id} hint={hint} error={error} />
      {isScripted ? (
        <div className="entry-tags input mt-1.5">
          <input type="hidden" name="tags" value={[...chips, typed].filter((tag) => tag.trim()).join(',')} />
          {chips.map((tag) => (
            <span key={tag} className="entry-tag">
              {tag}
              <button type="button" onClick={() => remove(tag)}>
                <X className="size-3.5" aria-hidden="true" />
                <span className="sr-only">Remove {tag}</span>
              </button>
            </span>
          ))}
          <input
            ref={field}
            id={id}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            {...aria}
            onChange={({ target }) =>
              target.value.includes(',') ? add(target.value) : setTyped(target.value)
            }
            onBlur={() => add(typed)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                add(typed)
              }
              if (event.key === 'Backspace' && typed === '' && chips.length) change(chips.slice(0, -1))
            }}
          />
        </div>
      ) : (
        <input
          id={id}
          name="tags"
          className="input mt-1.5"
          defaultValue={tags.join(', ')}
          autoComplete="off"
          autoCapitalize="none"
          {...aria}
        />
      )}
    </div>
  )
}
