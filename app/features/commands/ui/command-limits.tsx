import { useId } from 'react'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { places } from '#app/features/commands/fields.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Fold } from '#app/ui/feedback/collapsible.tsx'
import { PermissionPicker } from '#app/features/commands/ui/permission-picker.tsx'
import { Told } from '#app/ui/forms/field-messages.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

type Props = {
  first: CommandDraft
  refusal: FormRefusal | undefined
  wrong(name: string): boolean
}

/** Who may use a command, where, and how often. */
export function CommandLimits({ first, refusal, wrong }: Props) {
  const id = useId()
  const { default_member_permissions: permissions, contexts, cooldown_seconds: cooldown } = first
  const isNarrow = permissions !== null || cooldown > 0 || contexts.length !== 1 || contexts[0] !== 0
  const error = refusal?.issues.find(({ path }) => path === 'contexts')?.message
  return (
    <Fold
      heading
      title="Who, where, how often"
      holds={isNarrow ? '' : 'everybody, in the server, at any time'}
      open={isNarrow}
      wrong={['default_member_permissions', 'contexts', 'cooldown_seconds'].some(wrong)}
    >
      <PermissionPicker value={permissions} refusal={refusal} />
      <fieldset>
        <legend className="label">Where it can be used</legend>
        <div data-wrong={error ? true : undefined} tabIndex={error ? -1 : undefined}>
          <Told id={id} error={error} />
        </div>
        {places.map(({ value, name }) => (
          <Toggle
            key={value}
            label={name}
            name={`contexts.${value}`}
            defaultChecked={contexts.includes(value)}
            refusal={refusal}
          />
        ))}
      </fieldset>
      <div className="max-w-xs">
        <Field
          label="Seconds between two uses"
          name="cooldown_seconds"
          hint="How long one member waits before the next; 0 for not at all."
          inputMode="numeric"
          defaultValue={String(cooldown)}
          refusal={refusal}
        />
      </div>
    </Fold>
  )
}
