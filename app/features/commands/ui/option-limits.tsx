import type { Issue } from '#app/errors.ts'
import type { CommandOption } from '#app/features/commands/options.ts'
import { DraftNumber, DraftText, DraftToggle } from '#app/ui/forms/draft-fields.tsx'
import { wrongIn } from '#app/ui/forms/refusal.ts'
import { Fold } from '#app/ui/feedback/collapsible.tsx'
import { Rows } from '#app/ui/forms/rows.tsx'

type Props = {
  option: CommandOption
  change(option: CommandOption): void
  row: string
  issues: readonly Issue[]
}

/** The kinds of channel that an option can be narrowed to, with Discord’s numbers. */
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

/** What an option may be held to, by its type: choices, lengths, a range, kinds of channel. */
export function OptionLimits({ option, change, row, issues }: Props) {
  const at = (name: string) => ({ path: `${row}.${name}`, issues })
  const { type } = option
  const isText = type === 3
  const isNumber = type === 4 || type === 10
  if (type === 7) return <Channels option={option} change={change} row={row} issues={issues} />
  if (!isText && !isNumber) return null
  const [least, most] = isText
    ? (['min_length', 'max_length'] as const)
    : (['min_value', 'max_value'] as const)
  const limited = [least, most, 'choices', 'autocomplete']
  const isSet = limited.some((name) => option[name as keyof CommandOption] !== undefined)
  return (
    <Fold
      title="Choices and limits"
      open={isSet}
      wrong={limited.some((name) => wrongIn(issues, `${row}.${name}`))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftNumber
          label={isText ? 'Shortest (optional)' : 'Least (optional)'}
          value={option[least]}
          onChange={(value) => change({ ...option, [least]: value })}
          {...at(least)}
        />
        <DraftNumber
          label={isText ? 'Longest (optional)' : 'Greatest (optional)'}
          value={option[most]}
          onChange={(value) => change({ ...option, [most]: value })}
          {...at(most)}
        />
      </div>
      <Rows
        legend="Choices"
        noun="choice"
        hint="Without any, everything may be filled in."
        rows={option.choices ?? []}
        onChange={(choices) => change({ ...option, choices: choices.length ? choices : undefined })}
        adds={[{ name: 'Add a choice', make: () => ({ name: '', value: isText ? '' : 0 }) }]}
        most={option.autocomplete ? 200 : 25}
        nameOf={({ name }) => name}
        {...at('choices')}
      >
        {(choice, set, place) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <DraftText
              label="Name"
              value={choice.name}
              onChange={(name) => set({ ...choice, name })}
              path={`${place}.name`}
              issues={issues}
            />
            {isText ? (
              <DraftText
                label="Value"
                value={String(choice.value)}
                onChange={(value) => set({ ...choice, value })}
                path={`${place}.value`}
                issues={issues}
              />
            ) : (
              <DraftNumber
                label="Value"
                value={Number(choice.value)}
                onChange={(value) => set({ ...choice, value: value as number })}
                path={`${place}.value`}
                issues={issues}
              />
            )}
          </div>
        )}
      </Rows>
      <DraftToggle
        label="Suggest the choices while somebody types"
        hint="Then there can be 200 of them, and something else may be filled in."
        value={option.autocomplete ?? false}
        onChange={(on) => change({ ...option, autocomplete: on || undefined })}
        {...at('autocomplete')}
      />
    </Fold>
  )
}

function Channels({ option, change, row, issues }: Props) {
  const chosen = option.channel_types ?? []
  const tick = (value: number, on: boolean) => {
    const next = on ? [...chosen, value] : chosen.filter((one) => one !== value)
    change({ ...option, channel_types: next.length ? next : undefined })
  }
  return (
    <fieldset>
      <legend className="label">Kinds of channel</legend>
      <p className="text-[0.9375rem] text-muted">Without any, every channel can be chosen.</p>
      <div className="grid sm:grid-cols-2">
        {channelTypes.map(({ value, name }) => (
          <DraftToggle
            key={value}
            label={name}
            value={chosen.includes(value)}
            onChange={(on) => tick(value, on)}
            path={`${row}.channel_types`}
            issues={issues}
          />
        ))}
      </div>
    </fieldset>
  )
}
