import { useFetcher } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { eventsIn } from '#app/features/automations/draft.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import type { RunState } from '#app/features/automations/ui/run-now.tsx'
import { AutomationEditor } from '#app/features/automations/ui/editor.tsx'
import { DryRunPanel, testData, type PanelResponse } from '#app/features/automations/ui/dry-run-panel.tsx'
import { DirectoryProvider, type Directory } from '#app/ui/forms/directory.tsx'

type Props = {
  intent: 'create' | 'save'
  saved: AutomationInput
  version?: number
  guild: { id: string; name: string }
  directory: Directory
  timezone: string
  recent: LoggedEvent[]
  now: string
  answer: PanelResponse
  /** State of “Run now”. Undefined if nothing is saved. */
  running?: RunState
}

/** Id of the editor's form, which is the prefix of the ids of its fields. */
export const AUTOMATION_FORM = 'automation'

/** Pause after the last change before a test runs. */
const PAUSE = 600

/**
 * Renders the editor of an automation beside a test panel. The editor and the panel share one form. With scripts, the test
 * runs again after each change.
 */
export function AutomationBuilder({
  intent,
  saved,
  version,
  guild,
  directory,
  timezone,
  recent,
  now,
  answer,
  running,
}: Props) {
  const fetcher = useFetcher<PanelResponse>()
  const latest = useLatest(
    fetcher.data,
    ['test', 'edit', intent].includes(answer?.values.intent ?? '') ? answer : undefined,
    version,
  )
  // A form without scripts that was shown again is still based on the version that was read first.
  const edited = latest?.values.intent === 'edit' ? Number(latest.values.version) : NaN
  const check = useFetcher<PanelResponse>()
  const tested = useLatest(check.data, latest?.values.intent === 'test' ? latest : undefined, version)
  const refusal = latest && 'error' in latest && !isAboutEvent(latest) ? latest : undefined
  const [events, setEvents] = useState(() => (latest ? eventsIn(latest.values) : saved.trigger.events))
  const { onChange, onTest, run } = useTestAfterChange(check)
  return (
    <DirectoryProvider value={directory}>
      <div className="grid grid-cols-1 gap-6 min-[1100px]:grid-cols-[minmax(0,1fr)_22rem]" onInput={onChange}>
        <AutomationEditor
          id={AUTOMATION_FORM}
          intent={intent}
          saved={saved}
          {...(version === undefined ? {} : { version: edited || version })}
          values={latest?.values}
          refusal={refusal}
          guild={guild}
          timezone={timezone}
          now={now}
          onEvents={setEvents}
        />
        <DryRunPanel
          form={AUTOMATION_FORM}
          recent={recent}
          events={events}
          guildId={guild.id}
          now={now}
          fetcher={fetcher}
          isBusy={check.state !== 'idle'}
          answer={tested}
          onOpen={run}
          onTest={onTest}
          run={running}
        />
      </div>
    </DirectoryProvider>
  )
}

/** Runs the test when the panel opens and after each change. A later run replaces an earlier one. */
function useTestAfterChange(check: { submit(data: FormData, options: { method: 'post' }): void }) {
  const timer = useRef<number>()
  const submit = useRef(check.submit)
  useEffect(() => {
    submit.current = check.submit
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const [isOn, setOn] = useState(false)
  const [{ run, soon }] = useState(() => {
    const run = () => submit.current(testData(AUTOMATION_FORM), { method: 'post' })
    const soon = () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(run, PAUSE)
    }
    return { run, soon }
  })
  return {
    onChange: () => isOn && soon(),
    /** Cancels the pending test, because the same test was started with the button. */
    onTest: () => clearTimeout(timer.current),
    run(isOpen: boolean) {
      setOn(isOpen)
      if (isOpen) run()
    },
  }
}

/**
 * Returns the later of two responses. A response that disappears does not replace the other. A new version was saved, so
 * it clears a refusal.
 */
function useLatest(one: PanelResponse, other: PanelResponse, version: number | undefined): PanelResponse {
  const [seen, setSeen] = useState({ one, other, version, latest: one ?? other })
  const { latest } = seen
  if (seen.version !== version)
    setSeen({ ...seen, version, latest: latest && 'error' in latest ? undefined : latest })
  else if (seen.one !== one) setSeen({ ...seen, one, latest: one ?? latest })
  else if (seen.other !== other) setSeen({ ...seen, other, latest: other ?? latest })
  return latest
}

/** Checks whether a refusal concerns only the dry run's event, which is outside the form. */
const isAboutEvent = ({ issues }: FormRefusal) =>
  issues.length > 0 && issues.every(({ path }) => /^event(_id)?(\.|$)/.test(path))
