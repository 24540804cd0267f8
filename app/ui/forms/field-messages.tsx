import { useMessages } from '#app/ui/layout/messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'
import type { ComponentProps, ReactNode } from 'react'

type Messages = { hint?: string | undefined; error?: string | undefined }

/** Renders the hint and the error of a field. The ids of these messages are the field's id with a suffix. */
export function FieldMessages({ id, hint, error }: Messages & { id: string }) {
  const { text } = useMessages()
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.9375rem] text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-semibold whitespace-pre-line text-stop">
          <span className="sr-only">{text('common.error')}</span>
          {error}
        </p>
      )}
    </>
  )
}

/** Returns the ids of the messages of `FieldMessages`, for `aria-describedby`. */
export const describedBy = (id: string, hint?: string, error?: string): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

type Aria = { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

const ariaOf = (id: string, { hint, error }: Messages): Aria => ({
  'aria-invalid': error ? true : undefined,
  'aria-describedby': describedBy(id, hint, error),
})

export type LabelledProps = Omit<ComponentProps<'div'>, 'children'> &
  Messages & {
    label: string
    /** Path of the field in the form, for the error summary. */
    path?: string
    /**
     * True in a row whose fields explain each other. Screen readers still read the label. The messages are below, so that
     * the fields stay in line.
     */
    hidesLabel?: boolean
    children(id: string, aria: Aria): ReactNode
  }

/** Renders a field with its label and messages. The child puts the id and the ARIA attributes on its input. */
export function Labelled({ label, hint, error: given, path, hidesLabel, children, ...frame }: LabelledProps) {
  const { id, error } = useFieldState(path, given)
  const messages = <FieldMessages id={id} hint={hint} error={error} />
  return (
    <div {...frame}>
      <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'label'}>
        {label}
      </label>
      {!hidesLabel && messages}
      {children(id, ariaOf(id, { hint, error }))}
      {hidesLabel && messages}
    </div>
  )
}

/** Renders a checkbox before its label, with its messages below. */
export function Box({
  label,
  hint,
  error: given,
  name,
  path = name,
  ...input
}: ComponentProps<'input'> & Messages & { label: string; path?: string }) {
  const { id, error } = useFieldState(path, given)
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          name={name}
          className="size-6 shrink-0"
          {...ariaOf(id, { hint, error })}
          {...input}
        />
        {label}
      </label>
      <div className="pl-9">
        <FieldMessages id={id} hint={hint} error={error} />
      </div>
    </div>
  )
}

/** Renders a radio button before its label. */
export const Radio = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className="flex min-h-11 items-center gap-2">
    <input type="radio" {...input} className="size-6" />
    {children}
  </label>
)
