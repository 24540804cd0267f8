import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { ProofField } from '#app/ui/forms/proof-field.tsx'

type Props = {
  id?: string
  /** Which of the page's forms it is, where there are several. */
  intent?: string
  /** The version that it is based on. It stands before the offer to save over a newer one, whose version holds then. */
  version?: number | undefined
  button: ReactNode
  busy: string
  /** The look of the button: the sign that points on, a plain one, or one that warns. */
  look?: 'finger' | 'button' | 'button danger'
  refusal?: FormRefusal | undefined
  /** What the form has done. A new value empties its fields. */
  done?: unknown
  children?: ReactNode
  className?: string
  /** Where the button stands, when not right below the fields. */
  buttonClassName?: string
}

/** A form that posts to its own page, with a script or without. A refusal is told above it, and focus goes to its first field. */
export function PostForm({
  id,
  intent,
  version,
  button,
  busy,
  look = 'button',
  refusal,
  done,
  children,
  className = 'space-y-5',
  buttonClassName = '',
}: Props) {
  const { state, formMethod, formData } = useNavigation()
  const sending =
    state !== 'idle' && formMethod === 'POST' && (formData?.get('intent') ?? undefined) === intent
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!refusal) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')
    const proof = form.current?.querySelector<HTMLElement>('[name="proof_password"], [data-proof]')
    ;(wrong ?? proof ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus()
  }, [refusal])

  useEffect(() => {
    if (done) form.current?.reset()
  }, [done])

  return (
    <Form method="post" id={id} ref={form} className={className} noValidate preventScrollReset>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {version !== undefined && (
        <input type="hidden" name="version" value={refusal?.values.version ?? version} />
      )}
      {refusal?.current ? (
        <>
          {/* Enter in a field presses the first button of a form, which must not be the one that overwrites. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
          <ConflictNotice current={refusal.current} />
        </>
      ) : (
        refusal && !refusal.proof && <Notice tone="stop" title={refusalSummary(refusal)} />
      )}
      {children}
      {refusal?.proof && <ProofField refusal={refusal} ways={refusal.proof} />}
      <button type="submit" className={`${look} ${buttonClassName}`} disabled={sending}>
        {sending ? busy : button}
      </button>
    </Form>
  )
}

/** The fields say what is wrong with them; above them it is enough to say that something is. */
export function refusalSummary({ error, issues }: FormRefusal) {
  if (!issues.length) return error
  return issues.length === 1 ? 'One field needs another look.' : `${issues.length} fields need another look.`
}
