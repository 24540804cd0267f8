import type { FormRefusal } from '#app/http/form.ts'
import { Field } from '#app/ui/field.tsx'

/** The fields of a new account. */
export function NewAccountFields({ refusal }: { refusal: FormRefusal | undefined }) {
  return (
    <>
      <Field label="Name" name="name" autoComplete="name" required refusal={refusal} />
      <Field label="E-mail" name="email" type="email" autoComplete="username" required refusal={refusal} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. A few random words are easy to remember and hard to guess."
        minLength={8}
        required
        refusal={refusal}
      />
    </>
  )
}
