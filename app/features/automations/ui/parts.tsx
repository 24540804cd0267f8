import { useId } from 'react'
import type { Cooldown, Match } from '#app/features/automations/draft.ts'
import { durationWords } from '#app/features/automations/describe.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Told, told } from '#app/ui/forms/field-messages.tsx'

const matches = [
  { value: 'all', name: 'All of the rules hold' },
  { value: 'any', name: 'At least one of them holds' },
] as const

/** Whether all rules must hold or one is enough. */
export function MatchChoice({ value, onChange }: { value: Match; onChange(value: Match): void }) {
  return (
    <fieldset>
      <legend className="label">It fits when</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-6">
        {matches.map((match) => (
          <label key={match.value} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="conditions.match"
              value={match.value}
              checked={match.value === value}
              onChange={() => onChange(match.value)}
              className="size-6"
            />
            {match.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const scopes = [
  { value: 'none', name: 'It does not rest' },
  { value: 'user', name: 'For the same user' },
  { value: 'channel', name: 'In the same channel' },
  { value: 'guild', name: 'In the whole server' },
] as const

type Props = { value: Cooldown; onChange(value: Cooldown): void; refusal: FormRefusal | undefined }

/** For whom an automation rests after a run, and how long. */
export function CooldownFields({ value: { scope, seconds }, onChange, refusal }: Props) {
  const id = useId()
  const hint = seconds > 0 ? `That is ${durationWords(seconds)}. At most 30 days.` : 'At most 30 days.'
  const error = refusal?.issues.find(({ path }) => path === 'cooldown.seconds')?.message
  return (
    <div className="grid max-w-2xl items-end gap-4 sm:grid-cols-2">
      <div>
        <label htmlFor={`${id}-scope`} className="label">
          It rests
        </label>
        <select
          id={`${id}-scope`}
          name="cooldown.scope"
          value={scope}
          onChange={({ target }) => onChange({ seconds, scope: scopes[target.selectedIndex]!.value })}
          className="input mt-1.5"
        >
          {scopes.map((one) => (
            <option key={one.value} value={one.value}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={id} className="label">
          For how many seconds
        </label>
        <Told id={id} hint={hint} error={error} />
        <input
          id={id}
          name="cooldown.seconds"
          type="number"
          min={0}
          step={1}
          value={seconds}
          onChange={({ target }) => onChange({ scope, seconds: target.valueAsNumber || 0 })}
          className="input mt-1.5"
          aria-invalid={error ? true : undefined}
          aria-describedby={told(id, hint, error)}
        />
      </div>
    </div>
  )
}
