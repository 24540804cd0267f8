import { Form, useNavigation } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FormRefusal } from '#app/http/form.ts'
import { Main } from '#app/ui/main.tsx'
import { Notice } from '#app/ui/notice.tsx'

type Props = {
  title: string
  lead: string
  button: string
  busy: string
  refusal: FormRefusal | undefined
  children: ReactNode
  after?: ReactNode
}

/** A page that is one form. It posts to its own address, with a script or without. */
export function FormCard({ title, lead, button, busy, refusal, children, after }: Props) {
  const { state, formMethod } = useNavigation()
  const sending = state !== 'idle' && formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  return (
    <Main className="relative isolate grow">
      <div className="contours" />
      <div className="frame py-12 sm:py-20">
        <div className="mx-auto max-w-md border border-edge bg-raised p-6 shadow-card sm:p-10">
          <h1 className="text-4xl">{title}</h1>
          <p className="mt-2 text-soft">{lead}</p>
          <Form method="post" ref={form} className="mt-6 space-y-5" noValidate>
            {refusal && <Notice tone="stop" title={summary(refusal)} />}
            {children}
            <button type="submit" className="finger" disabled={sending}>
              {sending ? busy : button}
              <ArrowRight className="size-5" aria-hidden="true" />
            </button>
          </Form>
          {after && <div className="mt-8 border-t border-line pt-5 text-soft">{after}</div>}
        </div>
      </div>
    </Main>
  )
}

/** The fields say what is wrong with them; above them it is enough to say that something is. */
function summary({ error, issues }: FormRefusal) {
  if (!issues.length) return error
  return issues.length === 1 ? 'One field needs another look.' : `${issues.length} fields need another look.`
}
