import { useState } from 'react'
import { NamedFieldsProvider } from '#app/ui/forms/draft-fields.tsx'
import type { DirectoryKind, DirectoryNeed } from '#app/ui/forms/directory.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { IdListPicker, IdPicker } from '#app/ui/forms/id-picker.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ScriptedVariant } from '#app/ui/forms/structured.tsx'

type Props = {
  label: string
  name: string
  kind: DirectoryKind
  /** Permission that the bot needs for the chosen entry. */
  needs?: DirectoryNeed
  hint: string
  defaultValue: string
  refusal: FormRefusal | undefined
}

/** Renders a named form field for a channel, role or member. Without scripts, a select or a text field for the id. */
export function IdField({ label, name, kind, needs, hint, defaultValue, refusal }: Props) {
  const [id, setId] = useState(refusal?.values[name] ?? defaultValue)
  const picker = (
    <IdPicker
      {...{ label, hint, kind, needs }}
      value={id}
      onChange={setId}
      path={name}
      issues={refusal?.issues ?? []}
    />
  )
  return (
    <ScriptedVariant
      legend={label}
      hidden={<input type="hidden" name={name} value={id} />}
      plain={<NamedFieldsProvider value>{picker}</NamedFieldsProvider>}
    >
      {picker}
    </ScriptedVariant>
  )
}

/** Renders a named form field for several channels, roles or members. Without scripts, a text field with an id per line. */
export function IdListField({ kind, needs, defaultValue, ...field }: Props) {
  const { label, name, hint, refusal } = field
  const [ids, setIds] = useState(() =>
    (refusal?.values[name] ?? defaultValue).split(/[\s,]+/).filter(Boolean),
  )
  return (
    <ScriptedVariant
      legend={label}
      hidden={<input type="hidden" name={name} value={ids.join('\n')} />}
      plain={<TextArea {...field} hint={`One id per line. ${hint}`} defaultValue={defaultValue} />}
    >
      <IdListPicker
        {...{ label, hint, kind, needs }}
        value={ids}
        onChange={(next) => setIds([...next])}
        path={name}
        issues={refusal?.issues ?? []}
      />
    </ScriptedVariant>
  )
}
