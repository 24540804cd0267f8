import type { ReactNode } from 'react'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { NamedFieldsProvider } from '#app/ui/forms/draft-fields.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormStateProvider, useFormState } from '#app/ui/forms/form-state.tsx'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'

type PlainProps = { name: string; label: string; value: unknown; children: ReactNode }

/**
 * Renders an editor for a JSON value. Without scripts, the fields of the editor are submitted one by one, and its buttons
 * submit the form, which the server shows again.
 */
export const RowsField = ({ name, label, value, children }: PlainProps) => (
  <ScriptedVariant
    legend={label}
    hidden={<input type="hidden" name={name} value={JSON.stringify(value)} />}
    plain={
      <NamedFieldsProvider value>
        {children}
        <UpdateFields />
      </NamedFieldsProvider>
    }
  >
    {children}
  </ScriptedVariant>
)

/** Renders the button with which a form without scripts is shown again, with the fields for its values. */
export const UpdateFields = () => (
  <button type="submit" name="intent" value="edit" className="button small mt-3">
    Update fields
  </button>
)

type Props = {
  name: string
  label: string
  /** Format of the text with an example, for manual editing. */
  hint: string
  value: unknown
  /** Submitted text after an error. */
  kept?: string | undefined
  refusal?: FormRefusal | undefined
  /** Editor of the value, if scripts are available. */
  children: ReactNode
}

/** Renders an editor for a JSON value, or a text field without scripts. */
export const JsonField = ({ name, label, hint, value, kept, refusal, children }: Props) => (
  <ScriptedVariant
    legend={label}
    hidden={<input type="hidden" name={name} value={JSON.stringify(value)} />}
    plain={
      <TextArea
        label={`${label} as JSON`}
        name={name}
        hint={hint}
        rows={10}
        className="font-code text-[0.9375rem]"
        spellCheck={false}
        refusal={refusal && issuesOfField(refusal, name)}
        defaultValue={kept ?? JSON.stringify(value, null, 2)}
      />
    }
  >
    {children}
  </ScriptedVariant>
)

type VariantProps = {
  legend: string
  /** Hidden fields that submit the value of the editor. */
  hidden: ReactNode
  /** Fields for use without scripts. */
  plain: ReactNode
  children: ReactNode
}

/**
 * Renders an editor if scripts are available, and plain fields otherwise. CSS selects the variant before the first paint,
 * to avoid a layout shift.
 */
export function ScriptedVariant({ legend, hidden, plain, children }: VariantProps) {
  const alive = useHydrated()
  const form = useFormState()
  // Until scripts run, both variants are in the page, so their fields need different ids.
  const state = form && !alive ? { ...form, id: `${form.id}-scripted` } : form
  return (
    <>
      <fieldset data-scripted disabled={!alive} className="min-w-0">
        <legend className="sr-only">{legend}</legend>
        <FormStateProvider value={state}>{children}</FormStateProvider>
      </fieldset>
      {alive ? hidden : <div data-unscripted>{plain}</div>}
    </>
  )
}

/** Merges all errors inside the field into a single error of the field. */
function issuesOfField(refusal: FormRefusal, name: string): FormRefusal {
  const message = refusal.issues
    .filter(({ path }) => path === name || path.startsWith(`${name}.`))
    .map(({ path, message }) => (path === name ? message : `${path.slice(name.length + 1)}: ${message}`))
    .join(' ')
  return { ...refusal, issues: message ? [{ path: name, message }] : [] }
}
