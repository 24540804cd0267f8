import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { actionLabels } from '#app/features/actions/config-fields.ts'
import type { Embed } from '#app/features/actions/embed.ts'
import { ConfigFacts } from '#app/features/actions/ui/config-facts.tsx'
import { DiscordEmbed } from '#app/features/actions/ui/discord-embed.tsx'
import { DiscordText, MentionNamesProvider } from '#app/features/actions/ui/discord-text.tsx'
import type { DryRun } from '#app/features/automations/dry-run.ts'
import { forecastCount } from '#app/features/automations/ui/forecast-count.ts'
import { eventLabel } from '#app/features/events/labels.ts'
import {
  formatDuration,
  describeRule,
  describeValue,
  type LabelOf,
} from '#app/features/automations/describe.ts'
import { joinList } from '#app/primitives/text.ts'
import { useDirectory, type Directory } from '#app/ui/forms/directory.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'

/** Renders the result of a dry run, step by step. */
export default function DryRunResult({ tried }: { tried: DryRun }) {
  const { event, triggered, reason, conditions, matched, cooldown, actions } = tried
  const { actor, channel } = event
  const { directory, labelOf, nameOf } = useDirectory()
  const failing = actions.filter(({ problems }) => problems.length).length
  const issues = actions.filter(({ problems, warnings }) => problems.length + warnings.length > 0)
  return (
    <section aria-labelledby="tried">
      <h3 id="tried" className="text-lg">
        {reason === null ? 'The automation would run' : 'The automation would not run'}
      </h3>
      <p role="status" className="mt-1 text-soft">
        {reason ??
          (issues.length ? forecastCount({ failing, total: actions.length, issues }) : 'No problems found.')}
      </p>
      <ol className="mt-3 space-y-3">
        <Step
          state={triggered ? 'yes' : 'no'}
          title={`“${eventLabel(event.type).name}” ${triggered ? 'triggers the automation' : 'does not trigger the automation'}`}
        >
          <p className="text-muted">
            <RelativeTime at={event.occurred_at} />
            {event.actor && `, by ${event.actor.name}`}
            {event.channel && `, in ${nameOf('channel', event.channel.id, event.channel.name)}`}
          </p>
          <details className="more">
            <summary>Full event</summary>
            <pre className="terminal mt-2" tabIndex={0}>
              <code>{JSON.stringify(event, null, 2)}</code>
            </pre>
          </details>
        </Step>
        <Step
          state={matched ? 'yes' : 'no'}
          title={matched ? 'The conditions match' : 'The conditions do not match'}
        >
          {conditions.length === 0 ? (
            <p className="text-muted">No conditions, so every event matches.</p>
          ) : (
            <ul className="space-y-1">
              {conditions.map((one, index) => (
                <li key={index} className="[overflow-wrap:anywhere]">
                  <span className={one.holds ? 'font-semibold text-go' : 'font-semibold text-stop'}>
                    {one.holds ? 'Yes' : 'No'}
                  </span>
                  {`: ${describeRule(one, { labelOf, events: [event.type] })}. ${describeFound(one, labelOf)}`}
                </li>
              ))}
            </ul>
          )}
        </Step>
        <Step
          state="yes"
          title={describeCooldownKey(
            cooldown,
            [actor, channel].find((one) => one?.id === cooldown.key)?.name,
          )}
        />
        <MentionNamesProvider value={namesOf(event, directory)}>
          {actions.map((action) => (
            <Step
              key={action.id}
              state={stateOf(action)}
              title={`${actionLabels[action.type].name}${action.delay_seconds ? `, ${formatDuration(action.delay_seconds)} later` : ''}`}
            >
              {!action.would_run && <p className="text-muted">This action would not run.</p>}
              {action.problems.map((problem) => (
                <p key={problem} className="font-semibold text-stop">
                  {problem}
                </p>
              ))}
              {action.warnings.map((warning) => (
                <p key={warning} className="font-semibold text-warn">
                  {warning}
                </p>
              ))}
              <PlannedAction type={action.type} config={action.config} />
            </Step>
          ))}
        </MentionNamesProvider>
      </ol>
    </section>
  )
}

/** Renders an action as it would be sent: a message as Discord shows it, and the other parts of the config. */
function PlannedAction({ type, config }: Pick<DryRun['actions'][number], 'type' | 'config'>) {
  const { content, embed, ...rest } = config
  return (
    <>
      <ConfigFacts type={type} config={rest} />
      {(content !== undefined || embed !== undefined) && (
        <div className="discord mt-1 space-y-2">
          {content !== undefined && <DiscordText text={String(content)} />}
          {embed !== undefined && <DiscordEmbed embed={embed as Embed} />}
        </div>
      )}
    </>
  )
}

/** Returns the names of the event and the directory, for mentions in a preview. */
function namesOf({ actor, channel, target }: DryRun['event'], directory: Directory) {
  const { searchUrl: _, asOf: __, ...entries } = directory
  const all = [...Object.values(entries).flat(), actor, channel, target]
  return Object.fromEntries(all.flatMap((one) => (one?.name ? [[one.id, one.name] as const] : [])))
}

const icons = { yes: CircleCheck, no: CircleSlash, problem: TriangleAlert, warning: TriangleAlert }
const stateColors = { yes: 'text-go', no: 'text-muted', problem: 'text-stop', warning: 'text-warn' }
const stateLabels = { yes: 'Yes', no: 'No', problem: 'Problem', warning: 'Warning' }

function stateOf({ would_run, problems, warnings }: DryRun['actions'][number]): keyof typeof icons {
  if (!would_run) return 'no'
  return problems.length ? 'problem' : warnings.length ? 'warning' : 'yes'
}

type StepProps = { state: keyof typeof icons; title: string; children?: ReactNode }

function Step({ state, title, children }: StepProps) {
  const Icon = icons[state]
  return (
    <li className="flex gap-3">
      <Icon className={`mt-1 size-5 shrink-0 ${stateColors[state]}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="label">
          <span className="sr-only">{stateLabels[state]}: </span>
          {title}
        </p>
        {children}
      </div>
    </li>
  )
}

/** Describes the value that a condition found in the event, as a sentence. */
function describeFound({ field, actual }: DryRun['conditions'][number], labelOf: LabelOf): string {
  if (actual === null) return 'The event has no value for this field.'
  if (typeof actual === 'boolean') {
    const words = describeRule({ field, op: 'eq', value: actual })
    return `In the event, ${words}.`
  }
  if (Array.isArray(actual))
    return `The event has ${joinList(actual.map((one) => `“${one}”`)) || 'an empty list'}.`
  if (typeof actual === 'object') return `The event has ${JSON.stringify(actual)}.`
  return `The event has ${describeValue(field, actual as string | number, labelOf)}.`
}

function describeCooldownKey({ scope, key, seconds }: DryRun['cooldown'], name = key): string {
  if (scope === 'none' || seconds === 0) return 'No cooldown'
  const time = formatDuration(seconds)
  if (scope === 'guild') return `Starts a cooldown of ${time}`
  return key ? `Starts a cooldown of ${time} for ${scope} ${name}` : `No cooldown: the event has no ${scope}`
}
