import type { Automation } from '#app/features/automations/schema.ts'
import { templates } from '#app/features/automations/templates.ts'
import { describeAutomation } from '#app/features/automations/describe.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Switch } from '#app/ui/forms/toggle.tsx'

/** The automations of a guild: what each does in words, how it is, and a switch. */
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
  draft: { words: 'Draft: never switched on', ink: 'text-muted' },
  active: { words: 'On', ink: 'text-go' },
  paused: { words: 'Paused', ink: 'text-muted' },
  error: { words: 'On, and its last run failed', ink: 'text-stop' },
} as const

/** How an automation stands: its state, how often it ran, when it comes next, and why it failed. */
export function AutomationStatus({ automation, base }: { automation: Automation; base: string }) {
  const { id, status, run_count, failure_count, last_triggered_at, next_run_at, last_error } = automation
  const runs = run_count === 1 ? '1 run' : `${run_count.toLocaleString('en-GB')} runs`
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <span className={`font-semibold ${states[status].ink}`}>{states[status].words}</span>
        <a href={`${base}/${id}/runs`} className="link inline-block py-0.5">
          {runs}
          {failure_count > 0 && `, ${failure_count.toLocaleString('en-GB')} failed`}
        </a>
        {last_triggered_at && (
          <span>
            last on <Timestamp at={last_triggered_at} />
          </span>
        )}
        {next_run_at && (
          <span>
            next on <Timestamp at={next_run_at} />
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

/** What stands where there is no automation yet: what they are for, and three to begin with. */
export function AutomationsEmptyState({ base }: { base: string }) {
  return (
    <section aria-labelledby="begin">
      <h2 id="begin" className="text-3xl">
        Begin with one of these
      </h2>
      <p className="mt-2 max-w-2xl text-soft">
        An automation waits for something to happen in your server, such as a new member or a message, and
        then does what you told it. Each of these opens ready to be filled in. Nothing runs before you have
        tried it and switched it on.
      </p>
      <TemplateList base={base} slugs={['welcome', 'invitations', 'weekly']} />
      <p className="mt-6">
        <a href={`${base}/new`} className="link inline-block py-0.5">
          All starting points, and an empty one
        </a>
      </p>
    </section>
  )
}

/** Starting points, each a link to the editor. */
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
