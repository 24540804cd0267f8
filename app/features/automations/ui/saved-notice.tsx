import type { ReactNode } from 'react'
import type { Forecast } from '#app/features/automations/dry-run.server.ts'
import type { AutomationAction } from '#app/features/automations/schema.ts'
import { AUTOMATION_FORM } from '#app/features/automations/ui/builder.tsx'
import { forecastCount } from '#app/features/automations/ui/forecast-count.ts'
import { labelOfIssue } from '#app/features/automations/ui/issue-labels.ts'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { IssueLinks } from '#app/ui/forms/error-summary.tsx'

type Props = {
  title: string
  forecast: Forecast
  actions: readonly AutomationAction[]
  children: ReactNode
}

/** Renders the notice after saving an automation, with a link to each action that would fail or has a warning. */
export function SavedNotice({ title, forecast, actions, children }: Props) {
  const { issues } = forecast
  if (!issues.length)
    return (
      <PageNotice tone="done" title={title}>
        {children}
      </PageNotice>
    )
  return (
    <PageNotice tone="warn" title={`${title} ${forecastCount(forecast)}`}>
      <IssueLinks
        formId={AUTOMATION_FORM}
        issues={issues}
        values={{}}
        labelOf={(path) => labelOfIssue(path, actions)}
      />
      {children}
    </PageNotice>
  )
}

/** Renders the button that enables an automation. It also saves the fields of the editor. */
export const EnableAutomation = () => (
  <>
    <p>It is disabled. Nothing runs until you enable it.</p>
    <button type="submit" form={AUTOMATION_FORM} name="enabled" value="yes" className="button small mt-2">
      Enable automation
    </button>
  </>
)
