type Props = { id: string; hint?: string | undefined; error?: string | undefined }

/** What a field is told about: a hint, and what is wrong with it. Their ids are the field’s with a word behind it. */
export function Told({ id, hint, error }: Props) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.9375rem] text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-semibold text-stop">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
    </>
  )
}

/** The ids of what `Told` shows, for `aria-describedby`. */
export const told = (id: string, hint?: string, error?: string): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
