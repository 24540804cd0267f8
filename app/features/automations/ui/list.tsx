import type { Automation } from '#app/features/automations/schema.ts'
import { templates } from '#app/features/automations/templates.ts'
import { describeAutomation } from '#app/features/automations/describe.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'

/** Renders a guild's automations, with their descriptions, statuses and switches. */
export function AutomationList({ base, automations }: { base: string; automations: Automation[] }) {
  return (
    <ul className="mt-2">
      {automations.map((automation) => (
        <li
          key={automation.id}
          className="grid gap-x-8 gap-y-3 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <h2 className="text-2xl">
              <a href={`${base}/${automation.id}`} className="link inline-block">
                {automation.name}
              </a>
            </h2>
            <p className="mt-1 max-w-2xl">{describeAutomation(automation)}</p>
            <AutomationStatus automation={automation} base={base} />
          </div>
          <Switch
            id={automation.id}
            version={automation.version}
            enabled={automation.enabled}
            label={automation.name}
          />
        </li>
      ))}
    </ul>
  )
}

const states = {
  draft: { words: 'Draft, never enabled', ink: 'text-muted' },
  active: { words: 'Enabled', ink: 'text-go' },
  paused: { words: 'Disabled', ink: 'text-muted' },
  error: { words: 'Enabled, last run failed', ink: 'text-stop' },
} as const

/** Renders the status of an automation: state, number of runs, next run and last error. */
export function AutomationStatus({ automation, base }: { automation: Automation; base: string }) {
  const { id, status, run_count, failure_count, last_triggered_at, next_run_at, last_error } = automation
  const runs = formatAmount(run_count, 'run', 'runs')
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <span className={`font-semibold ${states[status].ink}`}>{states[status].words}</span>
        <a href={`${base}/${id}/runs`} className="link inline-block py-0.5">
          {runs}
          {failure_count > 0 && `, ${formatInteger(failure_count)} failed`}
        </a>
        {last_triggered_at && (
          <span>
            last run <RelativeTime at={last_triggered_at} />
          </span>
        )}
        {next_run_at && (
          <span>
            next run <RelativeTime at={next_run_at} />
          </span>
        )}
      </p>
      {last_error && (
        <p className="mt-1 text-stop">
          {last_error.message} <span className="text-muted">({last_error.code})</span>
        </p>
      )}
    </>
  )
}

/** Renders the empty state of the list, with an introduction to automations and three templates. */
export function AutomationsEmptyState({ base }: { base: string }) {
  return (
    <section aria-labelledby="begin">
      <h2 id="begin" className="text-3xl">
        Start with a template
      </h2>
      <p className="mt-2 max-w-2xl text-soft">
        An automation reacts to events in your server, such as a new member or a message. Choose a template
        and fill in the details. Nothing runs until you enable the automation.
      </p>
      <TemplateList base={base} slugs={['welcome', 'invitations', 'weekly']} />
      <p className="mt-6">
        <a href={`${base}/new`} className="link inline-block py-0.5">
          See all templates or start with an empty automation
        </a>
      </p>
    </section>
  )
}

/** Renders a list of templates that link to the editor. */
export function TemplateList({ base, slugs }: { base: string; slugs?: readonly string[] }) {
  const shown = templates.filter(({ slug }) => !slugs || slugs.includes(slug))
  return (
    <ul className="mt-5 grid max-w-4xl gap-4 sm:grid-cols-2">
      {shown.map(({ slug, about, input }) => (
        <li key={slug} className="border-[1.5px] border-edge bg-raised p-5">
          <h3 className="text-2xl">
            <a href={`${base}/new?from=${slug}`} className="link inline-block">
              {input.name}
            </a>
          </h3>
          <p className="mt-1">{about}</p>
          <p className="mt-2 text-[0.9375rem] text-muted">{describeAutomation(input)}</p>
        </li>
      ))}
    </ul>
  )
}
