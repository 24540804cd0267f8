import type { FetcherWithComponents } from '@remix-run/react'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { DryRun } from '#app/features/automations/dry-run.ts'
import type { EventType } from '#app/features/events/labels.ts'
import { sampleEvent } from '#app/features/automations/samples.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { DryRunEvents } from '#app/features/automations/ui/dry-run-events.tsx'
import { DryRunResult } from '#app/features/automations/ui/dry-run-result.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

/** Response to a dry run: the result and the submitted values. */
export type DryRunResponse = { tried: DryRun; values: Record<string, string> }
export type PanelResponse = DryRunResponse | FormRefusal | undefined

type Props = {
  /** Id of the form whose fields are tested. */
  form: string
  recent: LoggedEvent[]
  first: EventType | undefined
  guildId: string
  now: string
  /** Loads the result with JavaScript. Without JavaScript, the page reloads with the result. */
  fetcher: FetcherWithComponents<PanelResponse>
  answer: PanelResponse
}

/**
 * Renders the panel that simulates the automation with an event, using the current fields, saved or not. The fields of
 * the panel belong to the form above.
 */
export function DryRunPanel({ form, recent, first, guildId, now, fetcher, answer }: Props) {
  const refusal = answer && 'error' in answer ? answer : undefined
  const values = answer?.values.intent === 'test' ? answer.values : undefined
  const tried = answer && 'tried' in answer ? answer.tried : undefined
  const result = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (fetcher.data && 'tried' in fetcher.data) result.current?.focus()
  }, [fetcher.data])

  const send = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    if (fetcher.state !== 'idle') return
    const data = new FormData(document.getElementById(form) as HTMLFormElement)
    data.set('intent', 'test')
    fetcher.submit(data, { method: 'post' })
  }

  return (
    <Section
      id="try"
      title="Run test"
      lead="Simulate the automation with an event. Nothing is sent, changed or saved."
    >
      <DryRunEvents
        form={form}
        recent={recent}
        example={withoutGuild(sampleEvent(first ?? 'MEMBER_JOIN', guildId, new Date(now)))}
        first={first}
        values={values}
        refusal={refusal}
      />
      <p className="mt-5">
        <button
          type="submit"
          form={form}
          name="intent"
          value="test"
          formAction="#try"
          className="button"
          onClick={send}
        >
          {fetcher.state === 'idle' ? 'Run test' : 'Running test'}
        </button>
      </p>
      <div ref={result} tabIndex={-1} className="mt-6 outline-none">
        {values && refusal && <Notice tone="stop" title={refusal.error} />}
        {tried && <DryRunResult tried={tried} />}
      </div>
    </Section>
  )
}

/** Returns the parts of an event that a user enters by hand. The guild is implied. */
function withoutGuild({ guild_id: _, id: __, ...event }: ReturnType<typeof sampleEvent>) {
  return event
}
