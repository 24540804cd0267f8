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

/** What the page answers to a try: the result, and what was typed. */
export type DryRunResponse = { tried: DryRun; values: Record<string, string> }
export type PanelResponse = DryRunResponse | FormRefusal | undefined

type Props = {
  /** The id of the form whose fields are tried. */
  form: string
  recent: LoggedEvent[]
  first: EventType | undefined
  guildId: string
  now: string
  /** Brings the answer with a script; without, the page comes back with it. */
  fetcher: FetcherWithComponents<PanelResponse>
  answer: PanelResponse
}

/** Tries what is in the fields, saved or not, with an event. The fields here belong to the form above. */
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
      title="Try it"
      lead="See what would happen with an event. Nothing is sent, changed or saved."
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
          {fetcher.state === 'idle' ? 'Try it' : 'Trying'}
        </button>
      </p>
      <div ref={result} tabIndex={-1} className="mt-6 outline-none">
        {values && refusal && <Notice tone="stop" title={refusal.error} />}
        {tried && <DryRunResult tried={tried} />}
      </div>
    </Section>
  )
}

/** What somebody writes by hand of an event: its guild goes without saying. */
function withoutGuild({ guild_id: _, id: __, ...event }: ReturnType<typeof sampleEvent>) {
  return event
}
