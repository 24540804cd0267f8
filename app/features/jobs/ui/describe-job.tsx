import { actionLabels } from '#app/features/actions/config-fields.ts'
import { jobStates, jobTypes, type Job, type JobState } from '#app/features/jobs/schema.ts'
import { formatInteger } from '#app/primitives/count.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { outcomeLabel, stateHelp } from '#app/features/jobs/ui/outcome.tsx'

/** Filter options for the actions of jobs. */
export const typeOptions = jobTypes.map((value) => ({ value, name: actionLabels[value].name }))

const sourceName = ({ kind, name }: Job['source']) => (kind === 'command' ? `the command ${name}` : name)

/** Returns the name of a job for screen readers and notices: “Send a message, step 1 of Welcome, 21 Nov 2026, 12:00 UTC”. */
export const jobName = (
  { type, source, created_at }: Pick<Job, 'type' | 'source' | 'created_at'>,
  timeZone: string,
): string =>
  [
    actionLabels[type].name,
    source.step === null ? source.name : `step ${source.step + 1} of ${sourceName(source)}`,
    formatTimestamp(created_at, true, timeZone),
  ].join(', ')

/** Renders the source of a job, such as "Step 2 of Welcome new members", with a link to the run, command or setting. */
export function JobSource({ guildId, source }: { guildId: string; source: Job['source'] }) {
  const base = `/admin/guilds/${guildId}`
  if (source.step === null)
    return (
      <a href={`${base}/settings#questions`} className="link inline-block">
        {source.name}
      </a>
    )
  const href =
    source.kind === 'automation'
      ? `${base}/automations/${source.id}/runs/${source.run_id}`
      : `${base}/commands/${source.id}`
  return (
    <>
      {`Step ${source.step + 1} of `}
      <a href={href} className="link inline-block">
        {sourceName(source)}
      </a>
    </>
  )
}

/** Returns the label for the attempt count. */
export const attemptsLabel = ({ attempt, max_attempts }: Pick<Job, 'attempt' | 'max_attempts'>): string =>
  `${attempt} of ${max_attempts} attempts`

type Props = {
  counts: Record<JobState, number>
  state: string | undefined
  addressOf(state?: string): string
}

/** Renders a link with a job count for each state. Omits empty states, except the selected state. */
export function JobCounts({ counts, state, addressOf }: Props) {
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const shown = jobStates.filter((one) => counts[one] > 0 || one === state)
  // Only for a chosen state, so that the list begins near the top of the page.
  const help = state && stateHelp[state as JobState]
  const steps: { is: JobState | undefined; name: string; amount: number }[] = [
    { is: undefined, name: 'All', amount: total },
    ...shown.map((is) => ({ is, name: outcomeLabel(is), amount: counts[is] })),
  ]
  return (
    <>
      <nav aria-label="Jobs by state" className="mt-1">
        <ul className="flex flex-wrap gap-x-3 text-sm">
          {steps.map(({ is, name, amount }) => (
            <li key={name}>
              <a
                href={addressOf(is)}
                className="place quiet list-tab"
                aria-current={is === state ? 'true' : undefined}
              >
                {name} <span className="text-muted">{formatInteger(amount)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {help && <p className="text-sm text-muted">{help}</p>}
    </>
  )
}
