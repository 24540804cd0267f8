import { useEffect, useRef } from 'react'
import type { DefaultRun } from '#app/features/automations/dry-run.ts'
import { MADE_EVENT } from '#app/features/automations/samples.ts'
import { eventLine } from '#app/features/automations/ui/dry-run-events.tsx'
import type { LoggedEvent } from '#app/features/events/log.ts'
import { Notice, useShownOnce } from '#app/ui/feedback/notice.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'

export type RunState = {
  next: DefaultRun
  /** Refusal of the last run of the saved automation. */
  refusal: FormRefusal | undefined
  /** URL and time of the run that was just started. */
  started: { href: string; at: string } | undefined
}

type Props = {
  /** Choice of the event that was tested last, as the fields of the test have it. Samples are not used. */
  choice: { try?: string | undefined; event?: string | undefined }
  recent: LoggedEvent[]
  run: RunState
}

/** Renders the button that runs the saved automation, inside a collapsible confirmation, and the result. */
export function RunNow({ choice, recent, run: { next, refusal, started } }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useShownOnce()
  // The panel scrolls, so the button and the result can be out of view.
  const scroll = () => box.current?.scrollIntoView({ block: 'nearest' })
  const href = started?.href
  useEffect(() => {
    if (refusal || href) scroll()
  }, [refusal, href])
  const heading = <h3 className="inline text-lg">Run now</h3>
  const chosen = recent.find(({ id }) => choice.try === `recent:${id}`) ?? next.event
  // A newer event in the meantime must not replace the event on the page.
  const isRecorded = choice.try !== 'own' && chosen && chosen.id !== MADE_EVENT
  const way = isRecorded ? `recent:${chosen.id}` : choice.try
  const obstacle = !next.isOfEvent
    ? next.obstacle
    : chosen || choice.try === 'own' || refusal
      ? null
      : `${next.obstacle} To run a custom event, choose “Custom event (JSON)” under “Test event” and select “Run test”.`
  return (
    <div ref={box} className="space-y-3">
      {started && !refusal && (
        <Notice key={started.href} tone="done" title="The automation was started.">
          Started <Timestamp at={started.at} precise />.{' '}
          <a href={started.href} className="link">
            View run
          </a>
        </Notice>
      )}
      {obstacle ? (
        <div>
          {heading}
          <p className="text-muted">{obstacle}</p>
        </div>
      ) : (
        <details open={Boolean(refusal)} onToggle={scroll}>
          <summary className="py-1">{heading}</summary>
          <PostForm
            intent="run"
            action="#try"
            button="Run automation"
            busy="Starting the run"
            refusal={refusal}
            className="mt-2 space-y-3"
          >
            {way !== undefined && <input type="hidden" name="try" value={way} />}
            {choice.event !== undefined && <input type="hidden" name="event" value={choice.event} />}
            <p className="text-[0.9375rem] text-soft">
              Runs the saved version with this event. All actions take effect on Discord.
            </p>
            <p className="[overflow-wrap:anywhere]">
              <span className="label">Event:</span>{' '}
              {choice.try === 'own'
                ? 'the custom event of the last test'
                : chosen
                  ? eventLine(chosen)
                  : 'no recorded event matches'}
            </p>
          </PostForm>
        </details>
      )}
    </div>
  )
}
