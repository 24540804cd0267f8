import { type RefObject, useRef } from 'react'
import { EmbedEditor } from '#app/features/actions/ui/embed-editor.tsx'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { mentionOptions } from '#app/features/commands/fields.ts'
import type { Placeholder } from '#app/features/commands/template-variables.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Radio } from '#app/ui/forms/field-messages.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { JsonField } from '#app/ui/forms/structured.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

type TextField = HTMLTextAreaElement | HTMLInputElement

type PlaceholderHelpProps = {
  placeholders: readonly Placeholder[]
  /** Most recently focused text field. */
  into: RefObject<TextField | null>
}

/** Renders the list of template variables. A click inserts the variable at the last cursor position. */
function PlaceholderHelp({ placeholders, into }: PlaceholderHelpProps) {
  return (
    <details className="more">
      <summary className="label flex min-h-11 items-baseline gap-x-3 py-2.5">Placeholders</summary>
      <p className="text-soft">
        <span data-scripted>Select a placeholder to insert it where you last typed. </span>Unknown
        placeholders are not replaced.
      </p>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {placeholders.map(({ name, says }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
            <button
              type="button"
              data-scripted
              className="code-inline min-h-8 text-left"
              onClick={() => into.current && insert(into.current, `{${name}}`)}
            >
              {`{${name}}`}
            </button>
            <code data-unscripted className="code-inline">{`{${name}}`}</code>
            <span className="text-muted">{says}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Inserts text at the cursor, fires an input event and moves the cursor after the inserted text. */
function insert(field: TextField, text: string) {
  const { selectionStart, selectionEnd, value } = field
  field.focus()
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Checks whether template variables can be inserted into an element. */
const takesText = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

type CommandAnswerProps = {
  draft: CommandDraft
  /** Initial values of the fields. */
  first: CommandDraft
  set(part: Partial<CommandDraft>): void
  placeholders: readonly Placeholder[]
  refusal: FormRefusal | undefined
}

const kinds = [
  { value: 'message', name: 'Text response' },
  { value: 'embed', name: 'Embed response' },
  { value: 'action_only', name: 'No response, only actions' },
] as const

/** Renders the fields for a command's response, its visibility, and the mentions that send notifications. */
export function ResponseFields({ draft, first, set, placeholders, refusal }: CommandAnswerProps) {
  const last = useRef<HTMLTextAreaElement | HTMLInputElement | null>(null)
  const { response } = draft
  const say = (part: Partial<CommandDraft['response']>) => set({ response: { ...response, ...part } })
  return (
    <div
      className="group/answer space-y-5"
      onFocus={({ target }) => {
        if (takesText(target)) last.current = target
      }}
    >
      <fieldset>
        <legend className="label">Response type</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
          {kinds.map(({ value, name }) => (
            <Radio
              key={value}
              name="response.type"
              value={value}
              defaultChecked={value === first.response.type}
              onChange={() => say({ type: value })}
            >
              {name}
            </Radio>
          ))}
        </div>
      </fieldset>
      <div className="group-has-[[value=action_only]:checked]/answer:hidden">
        <TextArea
          ref={(area) => void (last.current ??= area)}
          label="Text"
          name="response.content"
          hint="Discord’s Markdown, such as **bold**. Optional with an embed."
          rows={5}
          defaultValue={first.response.content ?? ''}
          onInput={({ currentTarget }) => say({ content: currentTarget.value })}
          refusal={refusal}
        />
      </div>
      <PlaceholderHelp placeholders={placeholders} into={last} />
      <div className="hidden border-l-4 border-line pl-4 group-has-[[value=embed]:checked]/answer:block">
        <JsonField
          name="response.embed"
          label="Embed"
          hint={'An embed in Discord’s format, such as {"title": "Rules", "description": "Be kind."}.'}
          value={response.embed}
          kept={refusal?.values['response.embed']}
          refusal={refusal}
        >
          <EmbedEditor
            value={response.embed ?? {}}
            onChange={(embed) => say({ embed: Object.keys(embed).length ? embed : null })}
            path="response.embed"
            issues={refusal?.issues ?? []}
          />
        </JsonField>
      </div>
      <div>
        <Toggle
          label="Ephemeral: only the user sees it"
          name="ephemeral"
          defaultChecked={first.ephemeral}
          onChange={({ target }) => set({ ephemeral: target.checked })}
          refusal={refusal}
        />
        <Toggle
          label="Can take longer than three seconds"
          name="defer"
          hint="Discord shows that the bot is thinking until the response arrives."
          defaultChecked={first.defer}
          refusal={refusal}
        />
      </div>
      <fieldset>
        <legend className="label">Mentions that notify</legend>
        <p className="text-[0.9375rem] text-muted">Other mentions do not send notifications.</p>
        <div className="flex flex-wrap gap-x-6">
          {mentionOptions.map(({ value, name }) => (
            <Toggle
              key={value}
              label={name}
              name={`mentions.${value}`}
              defaultChecked={first.allowed_mentions.includes(value)}
              refusal={refusal}
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
