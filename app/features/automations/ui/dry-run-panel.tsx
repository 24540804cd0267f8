import type { FetcherWithComponents } from '@remix-run/react'
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent } from 'react'
import { actionsIn } from '#app/features/automations/draft.ts'
import type { DryRun } from '#app/features/automations/dry-run.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { sampleEvent } from '#app/features/automations/samples.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { labelOfIssue } from '#app/features/automations/ui/issue-labels.ts'
import { IssueLinks } from '#app/ui/forms/error-summary.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DryRunEvents } from '#app/features/automations/ui/dry-run-events.tsx'
import { RunNow, type RunState } from '#app/features/automations/ui/run-now.tsx'

/** Loads with the first result. The server renders it for a test without scripts. */
const DryRunResult = lazy(() => import('#app/features/automations/ui/dry-run-result.tsx'))

/** Response to a dry run: the result and the submitted values. */
export type DryRunResponse = { tried: DryRun; values: Record<string, string> }
/** Values of a form without scripts that is shown again. */
type EditedForm = { values: Record<string, string> }
export type PanelResponse = DryRunResponse | FormRefusal | EditedForm | undefined

type Props = {
  /** Id of the form whose fields are tested. */
  form: string
  recent: LoggedEvent[]
  events: readonly EventType[]
  guildId: string
  now: string
  /** Loads the result with JavaScript. Without JavaScript, the page reloads with the result. */
  fetcher: FetcherWithComponents<PanelResponse>
  /** True while a test runs after a change. */
  isBusy: boolean
  answer: PanelResponse
  /** Reports that the panel was opened or closed. */
  onOpen(isOpen: boolean): void
  /** Reports that the button started a test. */
  onTest(): void
  /** State of “Run now”. Undefined if nothing is saved. */
  run: RunState | undefined
}

/** Checks whether the window is wide enough for the panel beside the editor. */
const isBeside = () => matchMedia('(min-width: 1100px)').matches

/**
 * Renders the panel that simulates the automation with an event, using the current fields, saved or not. The panel stays
 * in view beside the editor, and its button above the result. On small screens, a button at the bottom opens it as a
 * sheet. Without scripts, it is below the editor. Its fields belong to the editor's form.
 */
export function DryRunPanel(props: Props) {
  const { form, recent, events, guildId, now, fetcher, isBusy, answer, onOpen, onTest, run } = props
  // A run replaces the result of the test before it.
  const started = run?.started?.href
  const [before, setBefore] = useState<{ started: typeof started; answer?: PanelResponse }>({ started })
  if (started && before.started !== started) setBefore({ started, answer })
  const result = answer === before.answer ? undefined : answer
  const refusal = result && 'error' in result ? result : undefined
  const values = answer?.values.intent === 'test' ? answer.values : undefined
  const tried = result && 'tried' in result ? result.tried : undefined
  const details = useRef<HTMLDetailsElement>(null)
  const opened = useRef(onOpen)

  const sheet = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isBeside()) opened.current(true)
    else if (location.hash !== '#try') details.current!.open = false
  }, [])

  function close() {
    details.current!.open = false
    details.current!.querySelector('summary')!.focus()
  }

  const send = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    if (fetcher.state !== 'idle') return
    onTest()
    fetcher.submit(testData(form), { method: 'post' })
  }
  const example = withoutGuild(sampleEvent(events[0] ?? 'MEMBER_JOIN', guildId, new Date(now)))

  return (
    <aside aria-labelledby="try" className="test-panel">
      <details
        ref={details}
        open
        className="more"
        onToggle={({ target, currentTarget }) => {
          // React passes on the event of the inner elements too.
          if (target !== currentTarget) return
          const { open } = currentTarget
          onOpen(open)
          if (open && !isBeside()) sheet.current!.focus()
        }}
        onKeyDown={({ key }) => key === 'Escape' && !isBeside() && close()}
      >
        <summary className="test-button">
          <h2 id="try" className="text-xl">
            Test
          </h2>
        </summary>
        <div ref={sheet} role="group" aria-label="Test" tabIndex={-1} className="test-sheet">
          <div className="flex items-center justify-between gap-4">
            <p className="text-[0.9375rem] text-muted">Tests do not send, change or save anything.</p>
            <button type="button" data-scripted className="test-close link py-1" onClick={close}>
              Close
            </button>
          </div>
          <DryRunEvents {...{ form, recent, example, events, values, refusal }} />
          <div className="test-actions">
            <button
              type="submit"
              form={form}
              name="intent"
              value="test"
              formAction="#try"
              className="button small"
              onClick={send}
            >
              {fetcher.state === 'idle' ? 'Run test' : 'Running test'}
            </button>
          </div>
          <div aria-busy={isBusy} className="border-t border-line pt-3">
            {refusal && <NotTestable form={form} refusal={refusal} />}
            {tried && (
              <Suspense fallback={<p className="text-muted">Loading the result</p>}>
                <DryRunResult tried={tried} />
              </Suspense>
            )}
            {!result && <p className="text-muted">The result of the test appears here.</p>}
          </div>
          {run && (
            <div className="border-t border-line pt-3">
              <RunNow choice={run.refusal?.values ?? answer?.values ?? {}} {...{ recent, run }} />
            </div>
          )}
        </div>
      </details>
    </aside>
  )
}

/** Returns the current fields of a form, for a test. */
export function testData(form: string) {
  const data = new FormData(document.getElementById(form) as HTMLFormElement)
  data.set('intent', 'test')
  return data
}

/** Renders the fields to complete before the automation can be tested. */
function NotTestable({ form, refusal: { error, issues, values } }: { form: string; refusal: FormRefusal }) {
  const ofForm = issues.filter(({ path }) => !/^event(_id)?(\.|$)/.test(path))
  const actions = actionsIn(values) ?? []
  if (!ofForm.length) return <p className="font-semibold text-stop">{issues[0]?.message ?? error}</p>
  return (
    <>
      <h3 className="text-lg">Not ready to test</h3>
      <IssueLinks
        formId={form}
        issues={ofForm}
        values={values}
        labelOf={(path) => labelOfIssue(path, actions)}
      />
    </>
  )
}

/** Returns the parts of an event that a user enters by hand. The guild is implied. */
function withoutGuild({ guild_id: _, id: __, ...event }: ReturnType<typeof sampleEvent>) {
  return event
}
