import { useState } from 'react'
import { draftOf } from '#app/features/automations/draft.ts'
import { eventFieldNames } from '#app/features/automations/samples.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import { describeAutomation } from '#app/features/automations/describe.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { TextArea, Field } from '#app/ui/forms/field.tsx'
import { CooldownFields, MatchChoice } from '#app/features/automations/ui/parts.tsx'
import { ActionsFields } from '#app/features/automations/ui/action-editor.tsx'
import { TriggerFields } from '#app/features/automations/ui/trigger-editor.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { newRule, RuleFields } from '#app/features/actions/ui/rule-fields.tsx'
import { JsonField } from '#app/ui/forms/structured.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

type Props = {
  /** Id of the form, for fields outside the form. */
  id: string
  intent: 'create' | 'save'
  saved: AutomationInput
  version?: number
  /** Submitted values, if the form was rejected. */
  values: Record<string, string> | undefined
  refusal: FormRefusal | undefined
  timezone: string
  now: string
}

const rulesHint =
  'A list as JSON, such as [{"field": "actor.is_bot", "op": "eq", "value": false}]. Empty: always matches.'
const actionsHint =
  'A list as JSON, such as [{"id": "greet", "type": "SEND_MESSAGE", "config": {"channel_id": "300000000000000006", "content": "Welcome!"}}].'

/** Renders the form for all fields of an automation, with a live description. */
export function AutomationEditor({ id, intent, saved, version, values, refusal, timezone, now }: Props) {
  const [draft, setDraft] = useState(() => draftOf(saved, values, timezone))
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const { events, schedule, conditions, actions, cooldown } = draft
  const issues = refusal?.issues ?? []
  return (
    <PostForm
      id={id}
      intent={intent}
      version={version}
      button={intent === 'create' ? 'Create automation' : 'Save'}
      busy="Saving"
      look="finger"
      refusal={refusal}
      className="space-y-8"
    >
      <Section id="about" title="Name and description">
        <div className="max-w-2xl space-y-4">
          <Field
            label="Name"
            name="name"
            required
            defaultValue={values?.name ?? saved.name}
            refusal={refusal}
          />
          <TextArea
            label="Description (optional)"
            name="description"
            rows={2}
            defaultValue={values?.description ?? saved.description ?? ''}
            refusal={refusal}
          />
          <Toggle
            label="Enabled"
            name="enabled"
            hint="You can test a disabled automation."
            defaultChecked={values ? values.enabled === 'yes' : saved.enabled}
            refusal={refusal}
          />
        </div>
      </Section>
      <Section id="when" title="When" lead="Any of these events triggers the automation.">
        <TriggerFields
          events={events}
          schedule={schedule}
          onEvents={(next) => set({ events: next })}
          onSchedule={(next) => set({ schedule: next })}
          refusal={refusal}
          now={now}
        />
      </Section>
      <Section id="if" title="If" lead="Without conditions, the automation always runs.">
        <div className="space-y-5">
          <MatchChoice
            value={conditions.match}
            onChange={(match) => set({ conditions: { ...conditions, match } })}
          />
          <JsonField
            name="conditions.rules"
            label="Rules"
            hint={rulesHint}
            value={conditions.rules}
            kept={values?.['conditions.rules']}
            refusal={refusal}
          >
            <RowsEditor
              legend="Rules"
              noun="rule"
              value={conditions.rules}
              onChange={(rules) => set({ conditions: { ...conditions, rules } })}
              adds={[{ name: 'Add rule', make: newRule }]}
              most={25}
              path="conditions.rules"
              issues={issues}
            >
              {(rule) => <RuleFields {...rule} fields={eventFieldNames(events)} />}
            </RowsEditor>
          </JsonField>
        </div>
      </Section>
      <Section id="then" title="Then" lead="Actions, in order.">
        <JsonField
          name="actions"
          label="Actions"
          hint={actionsHint}
          value={actions}
          kept={values?.actions}
          refusal={refusal}
        >
          <ActionsFields
            value={actions}
            onChange={(next) => set({ actions: next })}
            path="actions"
            issues={issues}
          />
        </JsonField>
      </Section>
      <Section id="rest" title="Cooldown" lead="Limits how often the automation runs.">
        <CooldownFields value={cooldown} onChange={(next) => set({ cooldown: next })} refusal={refusal} />
      </Section>
      <div className="border-l-4 border-sign bg-raised px-4 py-3">
        <p className="label">Summary</p>
        <p id="in-words" className="max-w-2xl text-lg [overflow-wrap:anywhere]">
          {describeAutomation({
            trigger: { events, schedule: events.includes('SCHEDULE') ? schedule : null },
            conditions,
            actions,
            cooldown,
          })}
        </p>
      </div>
    </PostForm>
  )
}
