import type { Cooldown, Match } from '#app/features/automations/draft.ts'
import { formatDuration } from '#app/features/automations/describe.ts'
import { Options } from '#app/ui/forms/field.tsx'
import { Labelled, Radio } from '#app/ui/forms/field-messages.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'

const matches = [
  { value: 'all', name: 'All rules must match' },
  { value: 'any', name: 'At least one rule must match' },
] as const

/** Renders the choice between all rules and any rule. */
export function MatchChoice({ value, onChange }: { value: Match; onChange(value: Match): void }) {
  return (
    <fieldset>
      <legend className="label">Match</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-6">
        {matches.map((match) => (
          <Radio
            key={match.value}
            name="conditions.match"
            value={match.value}
            checked={match.value === value}
            onChange={() => onChange(match.value)}
          >
            {match.name}
          </Radio>
        ))}
      </div>
    </fieldset>
  )
}

const scopes = [
  { value: 'none', name: 'No cooldown' },
  { value: 'user', name: 'Per user' },
  { value: 'channel', name: 'Per channel' },
  { value: 'guild', name: 'For the whole server' },
] as const

type Props = { value: Cooldown; onChange(value: Cooldown): void; refusal: FormRefusal | undefined }

/** Renders the fields for the scope and the length of the cooldown. */
export function CooldownFields({ value: { scope, seconds }, onChange, refusal }: Props) {
  const hint = seconds > 0 ? `That is ${formatDuration(seconds)}. At most 30 days.` : 'At most 30 days.'
  return (
    <div className="grid max-w-2xl items-end gap-4 sm:grid-cols-2">
      <Labelled label="Scope">
        {(id) => (
          <select
            id={id}
            name="cooldown.scope"
            value={scope}
            onChange={({ target }) => onChange({ seconds, scope: scopes[target.selectedIndex]!.value })}
            className="input mt-1.5"
          >
            <Options of={scopes} />
          </select>
        )}
      </Labelled>
      <Labelled
        label="Seconds"
        hint={hint}
        path="cooldown.seconds"
        error={issueAt(refusal?.issues, 'cooldown.seconds')}
      >
        {(id, aria) => (
          <input
            id={id}
            name="cooldown.seconds"
            type="number"
            min={0}
            step={1}
            value={seconds}
            onChange={({ target }) => onChange({ scope, seconds: target.valueAsNumber || 0 })}
            className="input mt-1.5"
            {...aria}
          />
        )}
      </Labelled>
    </div>
  )
}
