import type { CommandOption } from '#app/features/commands/options.ts'
import { bound, type Bound, DraftNumber, DraftText, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { Collapsible } from '#app/ui/feedback/collapsible.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'

type Choice = NonNullable<CommandOption['choices']>[number]

/** Channel types that an option can be limited to, with Discord's numeric values. */
export const channelTypes = [
  { value: 0, name: 'Text' },
  { value: 2, name: 'Voice' },
  { value: 4, name: 'Category' },
  { value: 5, name: 'Announcements' },
  { value: 10, name: 'Announcement thread' },
  { value: 11, name: 'Public thread' },
  { value: 12, name: 'Private thread' },
  { value: 13, name: 'Stage' },
  { value: 15, name: 'Forum' },
  { value: 16, name: 'Media' },
] as const

/** Renders the limit fields for an option's type: choices, lengths, range or channel types. */
export function OptionLimits(bind: Bound<CommandOption>) {
  const { value: option, onChange, path, issues } = bind
  const at = bound(bind)
  const { type } = option
  const isText = type === 3
  const isNumber = type === 4 || type === 10
  if (type === 7) return <Channels {...at('channel_types')} />
  if (!isText && !isNumber) return null
  const [least, most] = isText
    ? (['min_length', 'max_length'] as const)
    : (['min_value', 'max_value'] as const)
  const limited = [least, most, 'choices', 'autocomplete']
  const isSet = limited.some((name) => option[name as keyof CommandOption] !== undefined)
  return (
    <Collapsible
      title="Choices and limits"
      open={isSet}
      wrong={limited.some((name) => hasIssueWithin(issues, `${path}.${name}`))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftNumber label={isText ? 'Minimum length (optional)' : 'Minimum (optional)'} {...at(least)} />
        <DraftNumber label={isText ? 'Maximum length (optional)' : 'Maximum (optional)'} {...at(most)} />
      </div>
      <RowsEditor
        {...at('choices')}
        value={option.choices ?? []}
        onChange={(choices) => onChange({ ...option, choices: choices.length ? choices : undefined })}
        legend="Choices"
        noun="choice"
        hint="Without choices, any input is allowed."
        adds={[{ name: 'Add choice', make: () => ({ name: '', value: isText ? '' : 0 }) }]}
        most={option.autocomplete ? 200 : 25}
        nameOf={({ name }) => name}
      >
        {(choice) => <ChoiceFields {...choice} isText={isText} />}
      </RowsEditor>
      <DraftToggle
        label="Autocomplete"
        hint="Allows up to 200 choices and any other input."
        {...at('autocomplete')}
        onChange={(on) => onChange({ ...option, autocomplete: on || undefined })}
      />
    </Collapsible>
  )
}

function ChoiceFields({ isText, ...choice }: Bound<Choice> & { isText: boolean }) {
  const at = bound(choice)
  const { value, onChange, ...place } = at('value')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DraftText label="Name" {...at('name')} />
      {isText ? (
        <DraftText label="Value" {...place} value={String(value)} onChange={onChange} />
      ) : (
        <DraftNumber
          label="Value"
          {...place}
          value={Number(value)}
          onChange={(number) => onChange(number as number)}
        />
      )}
    </div>
  )
}

function Channels({ value, onChange, ...place }: Bound<CommandOption['channel_types']>) {
  const chosen = value ?? []
  const tick = (type: number, on: boolean) => {
    const next = on ? [...chosen, type] : chosen.filter((one) => one !== type)
    onChange(next.length ? next : undefined)
  }
  return (
    <fieldset>
      <legend className="label">Channel types</legend>
      <p className="text-[0.9375rem] text-muted">With none selected, all types are allowed.</p>
      <div className="grid sm:grid-cols-2">
        {channelTypes.map(({ value, name }) => (
          <DraftToggle
            key={value}
            label={name}
            value={chosen.includes(value)}
            onChange={(on) => tick(value, on)}
            {...place}
          />
        ))}
      </div>
    </fieldset>
  )
}
