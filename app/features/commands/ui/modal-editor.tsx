import type { Issue } from '#app/errors.ts'
import type { Modal } from '#app/features/commands/components.ts'
import { DraftNumber, DraftSelect, DraftText, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { Rows } from '#app/ui/forms/rows.tsx'

type Props = {
  value: Modal | null
  onChange(value: Modal | null): void
  path: string
  issues: readonly Issue[]
}
type Field = Modal['fields'][number]

const styles = [
  { value: 'short', name: 'One line' },
  { value: 'paragraph', name: 'Several lines' },
] as const

/** The form that opens before the answer, or none. */
export function ModalEditor({ value, onChange, path, issues }: Props) {
  return (
    <>
      <DraftToggle
        label="Open a form first"
        value={value !== null}
        onChange={(on) => onChange(on ? { title: '', fields: [fieldAfter([])] } : null)}
        path={path}
        issues={issues}
      />
      {value && (
        <>
          <DraftText
            label="Title of the form"
            value={value.title}
            onChange={(title) => onChange({ ...value, title })}
            path={`${path}.title`}
            issues={issues}
          />
          <Rows
            legend="Fields of the form"
            noun="field"
            rows={value.fields}
            onChange={(fields) => onChange({ ...value, fields })}
            adds={[{ name: 'Add a field', make: () => fieldAfter(value.fields) }]}
            most={5}
            path={`${path}.fields`}
            issues={issues}
            nameOf={({ label }) => label}
          >
            {(field, change, row) => <FieldFields {...{ field, change, row, issues }} />}
          </Rows>
        </>
      )}
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

type FieldProps = { field: Field; change(field: Field): void; row: string; issues: readonly Issue[] }

function FieldFields({ field, change, row, issues }: FieldProps) {
  const at = (name: string) => ({ path: `${row}.${name}`, issues })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText
        label="Label"
        value={field.label}
        onChange={(label) => change({ ...field, label })}
        {...at('label')}
      />
      <DraftText
        label="Id"
        hint={`The answer says it as {field.${field.id || 'id'}}.`}
        value={field.id}
        onChange={(id) => change({ ...field, id })}
        {...at('id')}
      />
      <DraftSelect
        label="Size"
        value={field.style}
        onChange={(style) => change({ ...field, style })}
        options={styles}
        {...at('style')}
      />
      <DraftNumber
        label="At most, in characters"
        value={field.max_length}
        onChange={(most) => change({ ...field, max_length: most as number })}
        {...at('max_length')}
      />
      <DraftText
        label="Example in the field (optional)"
        value={field.placeholder ?? ''}
        onChange={(text) => change({ ...field, placeholder: text || null })}
        {...at('placeholder')}
      />
      <DraftToggle
        label="Must be filled in"
        value={field.required}
        onChange={(required) => change({ ...field, required })}
        {...at('required')}
      />
    </div>
  )
}
