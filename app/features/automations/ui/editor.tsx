import { useEffect, useMemo, useRef, useState } from 'react'
import { draftOf } from '#app/features/automations/draft.ts'
import { eventPlaceholders } from '#app/features/automations/placeholders.ts'
import { eventFieldNames } from '#app/features/automations/samples.ts'
import type { EventType } from '#app/features/events/labels.ts'
import type { AutomationInput } from '#app/features/automations/schema.ts'
import { describeAutomation, describeCooldown } from '#app/features/automations/describe.ts'
import { type FormRefusal, hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { TextArea, Field } from '#app/ui/forms/field.tsx'
import { CooldownFields, MatchChoice, Stage } from '#app/features/automations/ui/parts.tsx'
import { ActionsFields } from '#app/features/automations/ui/action-editor.tsx'
import { TriggerFields } from '#app/features/automations/ui/trigger-editor.tsx'
import { labelOfIssue } from '#app/features/automations/ui/issue-labels.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Collapsible } from '#app/ui/feedback/collapsible.tsx'
import { useDirectory } from '#app/ui/forms/directory.tsx'
import { PlaceholdersProvider } from '#app/ui/forms/placeholders.tsx'
import { RowsEditor } from '#app/ui/forms/rows.tsx'
import { newRule } from '#app/features/actions/rule-values.ts'
import { RuleFields } from '#app/features/actions/ui/rule-fields.tsx'
import { RowsField } from '#app/ui/forms/structured.tsx'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'
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
  guild: { id: string; name: string }
  timezone: string
  now: string
  onEvents?(events: EventType[]): void
}

/** Renders the form for all fields of an automation, with a live description. */
export function AutomationEditor({
  id,
  intent,
  saved,
  version,
  values,
  refusal,
  guild,
  timezone,
  now,
  onEvents,
}: Props) {
  const [draft, setDraft] = useState(() => draftOf(saved, values, timezone))
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const { events, schedule, conditions, actions, cooldown } = draft
  const issues = refusal?.issues ?? []
  const { labelOf } = useDirectory()
  const placeholders = useMemo(() => eventPlaceholders(events, guild), [events, guild])
  const fields = eventFieldNames(events.length ? events : ['MESSAGE_CREATE'])
  useInputEvent(id, draft)
  return (
    <PostForm
      id={id}
      intent={intent}
      version={version}
      button={intent === 'create' ? 'Create automation' : 'Save'}
      busy="Saving"
      look="finger"
      refusal={refusal}
      labelOf={(path) => labelOfIssue(path, actions)}
      className="min-w-0 space-y-4"
      keepsInput
    >
      <PlainMark />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <div className="min-w-0 grow">
          <Field
            label="Name"
            name="name"
            required
            autoComplete="off"
            defaultValue={values?.name ?? saved.name}
            refusal={refusal}
          />
        </div>
        <Toggle
          label="Enabled"
          name="enabled"
          {...(intent === 'create' && { hint: 'While off, nothing runs.' })}
          defaultChecked={values ? values.enabled === 'yes' : saved.enabled}
          refusal={refusal}
        />
      </div>
      <p id="in-words" className="text-soft [overflow-wrap:anywhere]">
        {describeAutomation(
          {
            trigger: { events, schedule: events.includes('SCHEDULE') ? schedule : null },
            conditions,
            actions,
            cooldown,
          },
          labelOf,
        )}
      </p>
      <PlaceholdersProvider value={placeholders}>
        <div>
          <Stage id="when" title="When" lead="Any of these events starts the automation.">
            <TriggerFields
              events={events}
              schedule={schedule}
              onEvents={(next) => {
                set({ events: next })
                onEvents?.(next)
              }}
              onSchedule={(next) => set({ schedule: next })}
              refusal={refusal}
              now={now}
            />
          </Stage>
          <Stage id="if" title="If" lead="Without conditions, the automation always runs.">
            <MatchChoice
              value={conditions.match}
              count={conditions.rules.length}
              onChange={(match) => set({ conditions: { ...conditions, match } })}
            />
            <RowsField name="conditions.rules" label="Conditions" value={conditions.rules}>
              <RowsEditor
                legend="Conditions"
                hidesLegend
                noun="condition"
                value={conditions.rules}
                onChange={(rules) => set({ conditions: { ...conditions, rules } })}
                adds={[{ name: 'Add condition', make: newRule }]}
                most={25}
                look="line"
                path="conditions.rules"
                issues={issues}
              >
                {(rule) => <RuleFields {...rule} fields={fields} events={events} />}
              </RowsEditor>
            </RowsField>
          </Stage>
          <Stage id="then" title="Then" lead="These actions run in order.">
            <RowsField name="actions" label="Actions" value={actions}>
              <ActionsFields
                value={actions}
                onChange={(next) => set({ actions: next })}
                path="actions"
                issues={issues}
              />
            </RowsField>
          </Stage>
        </div>
      </PlaceholdersProvider>
      <Collapsible
        title="Description and cooldown"
        holds={describeCooldown(cooldown).trim()}
        open={false}
        wrong={hasIssueWithin(issues, 'description') || hasIssueWithin(issues, 'cooldown')}
      >
        <TextArea
          label="Description (optional)"
          name="description"
          rows={2}
          defaultValue={values?.description ?? saved.description ?? ''}
          refusal={refusal}
        />
        <CooldownFields value={cooldown} onChange={(next) => set({ cooldown: next })} refusal={refusal} />
      </Collapsible>
    </PostForm>
  )
}

/**
 * Marks a form without scripts, whose rows have named fields. Enter in a field presses the first button of the form, which
 * must not remove a row.
 */
const PlainMark = () =>
  useHydrated() ? null : (
    <>
      <input type="hidden" name="plain" value="yes" />
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </>
  )

/** Reports changes of the draft as input of the form. Choices, moves and removals do not fire input events. */
function useInputEvent(formId: string, draft: object) {
  const first = useRef(draft)
  useEffect(() => {
    if (draft !== first.current)
      document.getElementById(formId)?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [formId, draft])
}
