import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Field, NewPassword } from '#app/ui/forms/field.tsx'

type Props = { refusal: FormRefusal | undefined; password?: boolean }

/** Renders the fields of a new account. */
export function NewAccountFields({ refusal, password = true }: Props) {
  return (
    <>
      <Field label="Name" name="name" autoComplete="name" required refusal={refusal} />
      <Field label="Email" name="email" type="email" autoComplete="username" required refusal={refusal} />
      {password && <NewPassword label="Password" name="password" refusal={refusal} />}
    </>
  )
}
