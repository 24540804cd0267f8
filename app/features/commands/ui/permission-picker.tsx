import { audienceOf, tickedBits } from '#app/features/commands/fields.ts'
import { bitfieldOf, permissionGroups } from '#app/features/commands/permissions.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

type Props = { value: string | null; refusal: FormRefusal | undefined }

const audiences = [
  { value: 'everyone', name: 'Everybody' },
  { value: 'picked', name: 'Those with permissions' },
  { value: 'bitfield', name: 'By a bitfield' },
]

/** Who may use a command at first: boxes with the names that Discord’s settings show, or Discord’s number as it is. */
export function PermissionPicker({ value, refusal }: Props) {
  const chosen = refusal?.values.audience ?? audienceOf(value)
  const ticked = tickedBits(value)
  return (
    <div className="group/who space-y-3">
      <fieldset>
        <legend className="label">Who may use it</legend>
        <p className="text-[0.9375rem] text-muted">
          Where it starts. Administrators of the server can change it for roles and channels in Discord.
        </p>
        <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
          {audiences.map((one) => (
            <label key={one.value} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="audience"
                value={one.value}
                defaultChecked={one.value === chosen}
                className="size-6"
              />
              {one.name}
            </label>
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
