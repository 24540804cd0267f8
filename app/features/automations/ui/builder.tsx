import { useFetcher } from '@remix-run/react'
import { useState } from 'react'
import type { EventType } from '#app/features/events/labels.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import type { LoggedEvent } from '#app/features/events/log.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { AutomationEditor } from '#app/features/automations/ui/editor.tsx'
import { DryRunPanel, type PanelResponse } from '#app/features/automations/ui/dry-run-panel.tsx'

type Props = {
  intent: 'create' | 'save'
  saved: AutomationInput
  version?: number
  guildId: string
  timezone: string
  recent: LoggedEvent[]
  now: string
  answer: PanelResponse
}

const FORM = 'automation'

/** Renders the editor of an automation with a dry-run panel below it. The editor and the panel share one form. */
export function AutomationBuilder({ intent, saved, version, guildId, timezone, recent, now, answer }: Props) {
  const fetcher = useFetcher<PanelResponse>()
  const latest = useLatest(
    fetcher.data,
    answer?.values.intent === 'test' || answer?.values.intent === intent ? answer : undefined,
  )
  const refusal = latest && 'error' in latest && !isAboutEvent(latest) ? latest : undefined
  const first = saved.trigger.events[0] as EventType | undefined
  return (
    <>
      <AutomationEditor
        id={FORM}
        intent={intent}
        saved={saved}
        {...(version === undefined ? {} : { version })}
        values={latest?.values}
        refusal={refusal}
        timezone={timezone}
        now={now}
      />
      <div className="mt-10 border-t border-line pt-2">
        <DryRunPanel
          form={FORM}
          recent={recent}
          first={first}
          guildId={guildId}
          now={now}
          fetcher={fetcher}
          answer={latest}
        />
      </div>
    </>
  )
}

/** Returns the later of two responses. */
function useLatest(one: PanelResponse, other: PanelResponse): PanelResponse {
  const [seen, setSeen] = useState({ one, other, latest: other })
  if (seen.one !== one) setSeen({ one, other, latest: one })
  else if (seen.other !== other) setSeen({ one, other, latest: other })
  return seen.latest
}

/** Checks whether a refusal concerns only the dry run's event, which is outside the form. */
const isAboutEvent = ({ issues }: FormRefusal) =>
  issues.length > 0 && issues.every(({ path }) => /^event(_id)?(\.|$)/.test(path))
