import { useId } from 'react'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { audienceOf, contextOptions, selectedBits } from '#app/features/commands/fields.ts'
import { bitfieldOf, permissionGroups } from '#app/features/commands/permissions.ts'
import { Collapsible } from '#app/ui/feedback/collapsible.tsx'
import { Radio, FieldMessages } from '#app/ui/forms/field-messages.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'
import { Toggle } from '#app/ui/forms/toggle.tsx'

const audiences = [
  { value: 'everyone', name: 'Everyone' },
  { value: 'picked', name: 'Members with permissions' },
  { value: 'bitfield', name: 'Permission bits' },
]

/** Renders the picker for the default permissions: checkboxes with Discord's names, or the bitfield. */
function PermissionPicker({ value, refusal }: { value: string | null; refusal: FormRefusal | undefined }) {
  const chosen = refusal?.values.audience ?? audienceOf(value)
  const ticked = selectedBits(value)
  return (
    <div className="group/who space-y-3">
      <fieldset>
        <legend className="label">Who can use the command</legend>
        <p className="text-[0.9375rem] text-muted">
          Default permissions. Server administrators can override these permissions for roles and channels in
          Discord.
        </p>
        <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
          {audiences.map((one) => (
            <Radio key={one.value} name="audience" value={one.value} defaultChecked={one.value === chosen}>
              {one.name}
            </Radio>
          ))}
        </div>
      </fieldset>
      <div className="hidden space-y-4 group-has-[[value=picked]:checked]/who:block">
        <p className="text-soft">
          Members need all selected permissions. With none selected, only administrators can use the command.
        </p>
        {permissionGroups.map(({ title, permissions }) => (
          <fieldset key={title}>
            <legend className="label">{title}</legend>
            <div className="grid sm:grid-cols-2">
              {permissions.map(({ bit, name }) => (
                <Toggle
                  key={bit}
                  label={name}
                  name={`permissions.${bit}`}
                  defaultChecked={ticked.includes(bit)}
                  refusal={refusal}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="hidden group-has-[[value=bitfield]:checked]/who:block">
        <Field
          label="Permission bits"
          name="default_member_permissions"
          hint={`Decimal number. Manage Messages is ${bitfieldOf([13])}.`}
          inputMode="numeric"
          defaultValue={value ?? ''}
          refusal={refusal}
        />
      </div>
    </div>
  )
}

type CommandLimitsProps = {
  first: CommandDraft
  refusal: FormRefusal | undefined
  wrong(name: string): boolean
}

/** Renders the fields for a command's permissions, contexts and cooldown. */
export function CommandLimits({ first, refusal, wrong }: CommandLimitsProps) {
  const id = useId()
  const { default_member_permissions: permissions, contexts, cooldown_seconds: cooldown } = first
  const isNarrow = permissions !== null || cooldown > 0 || contexts.length !== 1 || contexts[0] !== 0
  const error = issueAt(refusal?.issues, 'contexts')
  return (
    <Collapsible
      heading
      title="Permissions, contexts and cooldown"
      holds={isNarrow ? '' : 'everyone, in the server, no cooldown'}
      open={isNarrow}
      wrong={['default_member_permissions', 'contexts', 'cooldown_seconds'].some(wrong)}
    >
      <PermissionPicker value={permissions} refusal={refusal} />
      <fieldset>
        <legend className="label">Contexts</legend>
        <div data-wrong={error ? true : undefined} tabIndex={error ? -1 : undefined}>
          <FieldMessages id={id} error={error} />
        </div>
        {contextOptions.map(({ value, name }) => (
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
          label="Cooldown in seconds"
          name="cooldown_seconds"
          hint="Time between two uses by the same member. 0 for no cooldown."
          inputMode="numeric"
          defaultValue={String(cooldown)}
          refusal={refusal}
        />
      </div>
    </Collapsible>
  )
}
