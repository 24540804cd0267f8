import { useId } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { CurrentPassword } from '#app/ui/forms/field.tsx'

const REASON = 'This action requires a confirmed identity. The confirmation is valid for ten minutes.'

type Props = { refusal: FormRefusal; ways: NonNullable<FormRefusal['proof']> }

/** Renders a request for a proof of identity inside the form, so that the other fields keep their values. */
export function ProofField({ refusal, ways: { password, providers } }: Props) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="max-w-md space-y-2">
      <h3 id={id} className="text-xl">
        Confirm your identity
      </h3>
      {password ? (
        <CurrentPassword
          label="Your password"
          name="proof_password"
          hint={REASON}
          refusal={refusal}
          autoFocus
        />
      ) : (
        <p className="text-muted">{REASON}</p>
      )}
      {(providers.length > 0 || !password) && (
        <p className="text-[0.9375rem] text-muted">
          <a href="/proof" target="_blank" rel="noreferrer" className="link" data-proof>
            {password ? 'Confirm with a linked provider in a new window' : 'Confirm in a new window'}
          </a>
          , then send this form again.
        </p>
      )}
    </div>
  )
}
