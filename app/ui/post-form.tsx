import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FormRefusal } from '#app/http/form.ts'
import { Notice } from '#app/ui/notice.tsx'

type Props = {
  /** Which of the page's forms it is, where there are several. */
  intent?: string
  button: ReactNode
  busy: string
  /** The look of the button: the sign that points on, a plain one, or one that warns. */
  look?: 'finger' | 'button' | 'button danger'
  refusal?: FormRefusal | undefined
  children?: ReactNode
  className?: string
}

/** A form that posts to its own page, with a script or without. A refusal is told above it, and focus goes to its first field. */
export function PostForm({
  intent,
  button,
  busy,
  look = 'button',
  refusal,
  children,
  className = 'space-y-5',
}: Props) {
  const { state, formMethod, formData } = useNavigation()
  const sending =
    state !== 'idle' && formMethod === 'POST' && (formData?.get('intent') ?? undefined) === intent
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!refusal) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong ?? form.current?.querySelector<HTMLElement>('[role="alert"]'))?.focus()
  }, [refusal])

  return (
    <Form method="post" ref={form} className={className} noValidate preventScrollReset>
      {intent && <input type="hidden" name="intent" value={intent} />}
      {refusal && <Notice tone="stop" title={summary(refusal)} />}
      {children}
      <button type="submit" className={look} disabled={sending}>
        {sending ? busy : button}
      </button>
    </Form>
  )
}

/** The fields say what is wrong with them; above them it is enough to say that something is. */
function summary({ error, issues }: FormRefusal) {
  if (!issues.length) return error
  return issues.length === 1 ? 'One field needs another look.' : `${issues.length} fields need another look.`
}
