import type { ReactNode } from 'react'
import type { Cooldown, Match } from '#app/features/automations/draft.ts'
import { formatDuration } from '#app/features/automations/describe.ts'
import { Options } from '#app/ui/forms/field.tsx'
import { Labelled } from '#app/ui/forms/field-messages.tsx'
import { type FormRefusal, issueAt } from '#app/ui/forms/refusal.ts'

type StageProps = { id: string; title: string; lead: string; children: ReactNode }

/** Renders a card on the trail from the trigger to the actions. */
export const Stage = ({ id, title, lead, children }: StageProps) => (
  <section
    aria-labelledby={id}
    className="relative pb-4 pl-8 before:absolute before:bottom-0 before:left-2 before:top-6 before:w-1 before:bg-sign last:pb-0"
  >
    <span
      aria-hidden="true"
      className="absolute left-0 top-4 size-5 rounded-full border-2 border-rim bg-sign"
    />
    <div className="min-w-0 border border-line bg-raised p-4">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="text-muted">{lead}</p>
      </div>
      {children}
    </div>
  </section>
)

const matches = [
  { value: 'all', name: 'All conditions must match' },
  { value: 'any', name: 'At least one condition must match' },
] as const

type MatchProps = { value: Match; count: number; onChange(value: Match): void }

/** Renders the choice between all conditions and any condition. With scripts, hidden while there is nothing to choose. */
export function MatchChoice({ value, count, onChange }: MatchProps) {
  return (
    <div {...(count < 2 && { 'data-unscripted': true })}>
      <Labelled label="Match" hidesLabel>
        {(id) => (
          <select
            id={id}
            name="conditions.match"
            value={value}
            onChange={({ target }) => onChange(matches[target.selectedIndex]!.value)}
            className="input mb-3 w-auto"
          >
            <Options of={matches} />
          </select>
        )}
      </Labelled>
    </div>
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
      <Labelled label="Cooldown">
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
