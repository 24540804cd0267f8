import type { ComponentProps } from 'react'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { type FormRefusal, hasIssueWithin } from '#app/ui/forms/refusal.ts'
import { ActionRows } from '#app/features/commands/ui/action-rows.tsx'
import { ResponseFields } from '#app/features/commands/ui/response-fields.tsx'
import { CommandLimits } from '#app/features/commands/ui/limits.tsx'
import { ComponentsEditor } from '#app/features/commands/ui/components-editor.tsx'
import type { Bound } from '#app/ui/forms/draft-fields.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Collapsible } from '#app/ui/feedback/collapsible.tsx'
import { ModalEditor } from '#app/features/commands/ui/modal-editor.tsx'
import { OptionsEditor } from '#app/features/commands/ui/options-editor.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { JsonField } from '#app/ui/forms/structured.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Props = {
  draft: CommandDraft
  first: CommandDraft
  set(part: Partial<CommandDraft>): void
  /** Version that the form is based on. Null for a new command. */
  version: number | null
  commands: readonly string[]
  refusal: FormRefusal | undefined
}

const amount = (count: number, noun: [one: string, many: string], none: string) =>
  count === 0 ? none : formatAmount(count, ...noun)

/** Renders the form for all parts of a command. Rarely used parts are collapsed. */
export function CommandForm({ draft, first, set, version, commands, refusal }: Props) {
  const issues = refusal?.issues ?? []
  const isTyped = draft.type === 1
  const part = (name: 'options' | 'components' | 'modal' | 'actions') => ({
    name,
    value: draft[name],
    wrong: hasIssueWithin(issues, name),
    refusal,
  })
  const at = <K extends keyof CommandDraft>(name: K): Bound<CommandDraft[K]> => ({
    value: draft[name],
    onChange: (value) => set({ [name]: value }),
    path: name,
    issues,
  })
  const wrong = (name: string) => hasIssueWithin(issues, name)
  return (
    <PostForm
      intent="save"
      version={version ?? 0}
      button={version === null ? 'Create command' : 'Save command'}
      busy="Saving"
      look="finger"
      refusal={refusal}
      keepsInput
    >
      <input type="hidden" name="type" value={draft.type} />
      <section aria-labelledby="what" className="space-y-5 pb-3">
        <h2 id="what" className="text-2xl">
          Name and type
        </h2>
        <Field
          label="Name"
          name="name"
          hint={
            isTyped
              ? 'Members type this name after the slash. Use lowercase without spaces.'
              : 'Name in the menu.'
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={first.name}
          onInput={({ currentTarget }) => set({ name: currentTarget.value })}
          required
          refusal={refusal}
        />
        {isTyped && (
          <Field
            label="Description"
            name="description"
            hint="Discord shows the description beside the name."
            autoComplete="off"
            defaultValue={first.description}
            onInput={({ currentTarget }) => set({ description: currentTarget.value })}
            required
            refusal={refusal}
          />
        )}
        <Toggle label="Enabled" name="enabled" defaultChecked={first.enabled} refusal={refusal} />
      </section>
      <section aria-labelledby="says" className="space-y-5 border-t border-line pb-3 pt-6">
        <h2 id="says" className="text-2xl">
          Response
        </h2>
        <ResponseFields {...{ draft, first, set, refusal }} />
      </section>
      <div className="space-y-0 border-b border-line">
        {isTyped && (
          <Nested
            {...part('options')}
            title="Options"
            holds={amount(draft.options.length, ['option', 'options'], 'input of the command')}
            open={draft.options.length > 0}
            hint='A list such as [{"type": 3, "name": "topic", "description": "What about"}].'
          >
            <OptionsEditor {...at('options')} />
          </Nested>
        )}
        <Nested
          {...part('components')}
          title="Buttons and selects"
          holds={amount(draft.components.length, ['control', 'controls'], 'below the response')}
          open={draft.components.length > 0}
          hint='A list such as [{"kind": "button", "id": "ok", "label": "OK", "style": "success"}].'
        >
          <ComponentsEditor {...at('components')} commands={commands} />
        </Nested>
        <Nested
          {...part('modal')}
          title="Form"
          holds={
            draft.modal ? amount(draft.modal.fields.length, ['field', 'fields'], '') : 'before the response'
          }
          open={draft.modal !== null}
          hint='null, or {"title": "Report", "fields": [{"id": "why", "label": "Why?", "style": "short"}]}.'
        >
          <ModalEditor {...at('modal')} />
        </Nested>
        <Nested
          {...part('actions')}
          title="Actions"
          holds={amount(draft.actions.length, ['action', 'actions'], 'in addition to the response')}
          open={draft.actions.length > 0 || draft.response.type === 'action_only'}
          hint='A list such as [{"type": "ADD_ROLE", "config": {"role_id": "300000000000000001"}, "condition": null}].'
        >
          <ActionRows {...at('actions')} />
        </Nested>
        <CommandLimits first={first} refusal={refusal} wrong={wrong} />
      </div>
    </PostForm>
  )
}

type NestedProps = Omit<ComponentProps<typeof JsonField>, 'kept' | 'label'> &
  Pick<ComponentProps<typeof Collapsible>, 'title' | 'holds' | 'open' | 'wrong'>

/** Renders a collapsible form section with a JSON value. */
const Nested = ({ title, holds, open, wrong, ...field }: NestedProps) => (
  <Collapsible heading {...{ title, holds, open, wrong }}>
    <JsonField {...field} label={title} kept={field.refusal?.values[field.name]} />
  </Collapsible>
)
