import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary, type LabelOf } from '#app/ui/forms/error-summary.tsx'
import { FormStateProvider, useNewFormState } from '#app/ui/forms/form-state.tsx'
import { UnsavedInput } from '#app/ui/forms/unsaved-input.tsx'
import { ProofField } from '#app/ui/forms/proof-field.tsx'

type Props = {
  id?: string
  /** Page that handles the form, if not the current page. */
  action?: string
  /** Distinguishes several forms on a page. */
  intent?: string
  /** Version that the form is based on. The version of a later conflict notice overrides this version. */
  version?: number | undefined
  button: ReactNode
  busy: string
  /** Style of the button: with a pointing finger, plain, as a link, or for a dangerous action. */
  look?: 'finger' | 'button' | 'link' | 'button danger'
  refusal?: FormRefusal | undefined
  /** Labels of fields whose labels cannot be derived from the path, for errors without scripts. */
  labelOf?: LabelOf
  /** Result of the form. A new value resets the fields. */
  done?: unknown
  children?: ReactNode
  className?: string
  /** Position of the button, if not below the fields. */
  buttonClassName?: string
  /** True for a long form: keeps the button in view, and asks before the user leaves the page with unsaved input. */
  keepsInput?: boolean
}

/**
 * Renders a form that posts to its own page, with or without scripts. Shows a summary of the errors above the fields, and
 * focuses the first invalid field.
 */
export function PostForm({
  id,
  action,
  intent,
  version,
  button,
  busy,
  look = 'button',
  refusal,
  labelOf,
  done,
  children,
  className = 'space-y-5',
  buttonClassName = '',
  keepsInput = false,
}: Props) {
  const { state, formMethod, formData } = useNavigation()
  const sending =
    state !== 'idle' && formMethod === 'POST' && (formData?.get('intent') ?? undefined) === intent
  const form = useRef<HTMLFormElement>(null)
  const fields = useNewFormState(refusal, id)

  useEffect(() => {
    if (!refusal) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')
    const proof = form.current?.querySelector<HTMLElement>('[name="proof_password"], [data-proof]')
    ;(wrong ?? proof ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus()
  }, [refusal])

  useEffect(() => {
    if (done) form.current?.reset()
  }, [done])

  const submit = (
    <button type="submit" className={`${look} ${buttonClassName}`} disabled={sending}>
      {sending ? busy : button}
    </button>
  )
  return (
    <Form
      method="post"
      action={action}
      id={id}
      ref={form}
      className={className}
      noValidate
      preventScrollReset
      onInput={fields.onInput}
    >
      {intent && <input type="hidden" name="intent" value={intent} />}
      {version !== undefined && (
        <input type="hidden" name="version" value={refusal?.values.version ?? version} />
      )}
      <FormStateProvider value={fields.state}>
        {refusal?.current ? (
          <>
            {/* Pressing Enter in a field activates the first button of a form, which must not be the overwrite button. */}
            <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
            <ConflictNotice current={refusal.current} />
          </>
        ) : (
          refusal && !refusal.proof && <ErrorSummary refusal={refusal} labelOf={labelOf} />
        )}
        {children}
        {refusal?.proof && <ProofField refusal={refusal} ways={refusal.proof} />}
      </FormStateProvider>
      {keepsInput ? (
        <div data-save-bar className="sticky bottom-0 z-10 mt-8 border-t border-line bg-paper py-3">
          <UnsavedInput form={form} isRefused={refusal !== undefined} />
          {submit}
        </div>
      ) : (
        submit
      )}
    </Form>
  )
}
