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
import { firstFreeId } from '#app/primitives/text.ts'
import { RowsEditor } from '#app/ui/forms/rows.tsx'

type Field = Modal['fields'][number]

const styles = [
  { value: 'short', name: 'One line' },
  { value: 'paragraph', name: 'Several lines' },
] as const

/** Renders the editor for the form that opens before the response. Null means no form. */
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
      <DraftText label="Form title" {...at('title')} />
      <RowsEditor
        {...at('fields')}
        legend="Form fields"
        noun="field"
        adds={[{ name: 'Add field', make: () => fieldAfter(modal.value.fields) }]}
        most={5}
        nameOf={({ label }) => label}
      >
        {(field) => <FieldFields {...field} />}
      </RowsEditor>
    </>
  )
}

const fieldAfter = (others: readonly Field[]): Field => ({
  id: firstFreeId('field', others),
  label: '',
  style: 'short',
  required: true,
  placeholder: null,
  max_length: 1000,
})

function FieldFields(field: Bound<Field>) {
  const at = bound(field)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Label" {...at('label')} />
      <DraftText label="Id" hint={`In the response: {field.${field.value.id || 'id'}}.`} {...at('id')} />
      <DraftSelect label="Size" options={styles} {...at('style')} />
      <DraftNumber label="Maximum length in characters" {...at('max_length')} />
      <DraftText label="Placeholder (optional)" {...at('placeholder', orNull)} />
      <DraftToggle label="Required" {...at('required')} />
    </div>
  )
}
