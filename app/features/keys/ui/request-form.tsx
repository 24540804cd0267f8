import { useId } from 'react'
import { guildScopes, scopeLabels } from '#app/primitives/scopes.ts'
import { scopeField } from '#app/features/keys/form.ts'
import { Field, TextArea } from '#app/ui/forms/field.tsx'
import { describedBy, FieldMessages } from '#app/ui/forms/field-messages.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'

/** Renders the form that requests a key: name, scopes and purpose. `done` resets the form. */
export const RequestForm = ({ refusal, done }: { refusal: FormRefusal | undefined; done: unknown }) => (
  <PostForm
    intent="request"
    button="Request key"
    busy="Sending"
    refusal={refusal}
    done={done}
    className="max-w-md space-y-4"
  >
    <Field
      label="Name"
      hint="The program that will use the key."
      name="name"
      maxLength={100}
      autoComplete="off"
      required
      refusal={refusal}
    />
    <ScopeBoxes refusal={refusal} />
    <TextArea
      label="Purpose"
      hint="Explain how the program uses the data, and for how long. The site owners read this."
      name="purpose"
      rows={3}
      maxLength={500}
      required
      refusal={refusal}
    />
  </PostForm>
)

function ScopeBoxes({ refusal }: { refusal: FormRefusal | undefined }) {
  const id = useId()
  const error = issueAt(refusal?.issues, 'scopes')
  return (
    <fieldset
      aria-describedby={describedBy(id, undefined, error)}
      data-wrong={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <legend className="label">Scopes</legend>
      <FieldMessages id={id} error={error} />
      {guildScopes.map((scope) => (
        <Toggle
          key={scope}
          label={`${scopeLabels[scope]} (${scope})`}
          name={scopeField(scope)}
          refusal={refusal}
        />
      ))}
    </fieldset>
  )
}
