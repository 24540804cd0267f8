import type { Modal } from '#app/features/commands/components.ts'
import {
  bound,
  type Bound,
  orNull,
  DraftNumber,
  DraftSelect,
  DraftText,
  DraftToggle,
} from '#app/ui/forms/draft-fields.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'

type Field = Modal['fields'][number]

const styles = [
  { value: 'short', name: 'One line' },
  { value: 'paragraph', name: 'Several lines' },
] as const

/** The form that opens before the answer, or none. */
export function ModalEditor({ value, ...place }: Bound<Modal | null>) {
  return (
    <>
      <DraftToggle
        {...place}
        label="Open a form first"
        value={value !== null}
        onChange={(on) => place.onChange(on ? { title: '', fields: [fieldAfter([])] } : null)}
      />
      {value && <ModalFields {...place} value={value} />}
    </>
  )
}

function ModalFields(modal: Bound<Modal>) {
  const at = bound(modal)
  return (
    <>
      <DraftText label="Title of the form" {...at('title')} />
      <RowsEditor
        {...at('fields')}
        legend="Fields of the form"
        noun="field"
        adds={[{ name: 'Add a field', make: () => fieldAfter(modal.value.fields) }]}
        most={5}
        nameOf={({ label }) => label}
      >
        {(field) => <FieldFields {...field} />}
      </RowsEditor>
    </>
  )
}

function fieldAfter(others: readonly Field[]): Field {
  const taken = new Set(others.map(({ id }) => id))
  let number = 1
  while (taken.has(`field-${number}`)) number++
  return {
    id: `field-${number}`,
    label: '',
    style: 'short',
    required: true,
    placeholder: null,
    max_length: 1000,
  }
}

function FieldFields(field: Bound<Field>) {
  const at = bound(field)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Label" {...at('label')} />
      <DraftText label="Id" hint={`The answer says it as {field.${field.value.id || 'id'}}.`} {...at('id')} />
      <DraftSelect label="Size" options={styles} {...at('style')} />
      <DraftNumber label="At most, in characters" {...at('max_length')} />
      <DraftText label="Example in the field (optional)" {...at('placeholder', orNull)} />
      <DraftToggle label="Must be filled in" {...at('required')} />
    </div>
  )
}
