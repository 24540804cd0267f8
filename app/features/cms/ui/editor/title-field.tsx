import { useEffect, useRef } from 'react'
import { FieldMessages, describedBy } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'

type Props = {
  title: string
  error: string | undefined
  /** Moves to the next field. Without it, the Enter key submits the form. */
  next?: () => void
}

/** Renders the title as the first line of a text. */
export function TitleField({ title, error: refused, next }: Props) {
  const { id, error } = useFieldState('title', refused)
  const field = useRef<HTMLInputElement>(null)
  const isFirst = !next
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  return (
    <div className="entry-title">
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <input
        ref={field}
        id={id}
        name="title"
        defaultValue={title}
        placeholder="Title"
        maxLength={80}
        autoComplete="off"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, undefined, error)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !next || event.nativeEvent.isComposing) return
          event.preventDefault()
          next()
        }}
      />
      <FieldMessages id={id} error={error} />
    </div>
  )
}
