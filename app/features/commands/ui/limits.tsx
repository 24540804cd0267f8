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
  { value: 'everyone', name: 'Everybody' },
  { value: 'picked', name: 'Those with permissions' },
  { value: 'bitfield', name: 'By a bitfield' },
]

/** Who may use a command at first: boxes with the names that Discord’s settings show, or Discord’s number as it is. */
function PermissionPicker({ value, refusal }: { value: string | null; refusal: FormRefusal | undefined }) {
  const chosen = refusal?.values.audience ?? audienceOf(value)
  const ticked = selectedBits(value)
  return (
    <div className="group/who space-y-3">
      <fieldset>
        <legend className="label">Who may use it</legend>
        <p className="text-[0.9375rem] text-muted">
          Where it starts. Administrators of the server can change it for roles and channels in Discord.
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
          They need all of those that are ticked. With none, only administrators may.
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
          label="Bitfield of permissions"
          name="default_member_permissions"
          hint={`A decimal number; Manage Messages is ${bitfieldOf([13])}.`}
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

/** Who may use a command, where, and how often. */
export function CommandLimits({ first, refusal, wrong }: CommandLimitsProps) {
  const id = useId()
  const { default_member_permissions: permissions, contexts, cooldown_seconds: cooldown } = first
  const isNarrow = permissions !== null || cooldown > 0 || contexts.length !== 1 || contexts[0] !== 0
  const error = issueAt(refusal?.issues, 'contexts')
  return (
    <Collapsible
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
          label="Seconds between two uses"
          name="cooldown_seconds"
          hint="How long one member waits before the next; 0 for not at all."
          inputMode="numeric"
          defaultValue={String(cooldown)}
          refusal={refusal}
        />
      </div>
    </Collapsible>
  )
}
