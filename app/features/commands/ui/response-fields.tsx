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
  /** The text that was written in last. */
  into: RefObject<TextField | null>
}

/** The names that a text may have in braces. A press puts one where the cursor was last. */
function PlaceholderHelp({ placeholders, into }: PlaceholderHelpProps) {
  return (
    <details className="more">
      <summary className="label flex min-h-11 items-baseline gap-x-3 py-2.5">
        Names that are filled in
      </summary>
      <p className="text-soft">
        <span data-scripted>Press one to put it where you wrote last. </span>A name that stands for nothing
        stays as it is.
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

/** Puts a text where the cursor is, as if it had been typed there, and lets one go on behind it. */
function insert(field: TextField, text: string) {
  const { selectionStart, selectionEnd, value } = field
  field.focus()
  field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** True for a field that a name can be put into. */
const takesText = (target: EventTarget): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

type CommandAnswerProps = {
  draft: CommandDraft
  /** What the fields show at first. */
  first: CommandDraft
  set(part: Partial<CommandDraft>): void
  placeholders: readonly Placeholder[]
  refusal: FormRefusal | undefined
}

const kinds = [
  { value: 'message', name: 'A text' },
  { value: 'embed', name: 'An embed' },
  { value: 'action_only', name: 'Nothing, it only acts' },
] as const

/** What a command says, to whom, and whom that tells. */
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
        <legend className="label">It answers with</legend>
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
          hint="Discord’s Markdown, such as **bold**. An embed needs no text, and can have one above it."
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
          hint={'An embed as Discord has it, such as {"title": "Rules", "description": "Be kind."}.'}
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
          label="Only the one who asks sees it"
          name="ephemeral"
          defaultChecked={first.ephemeral}
          onChange={({ target }) => set({ ephemeral: target.checked })}
          refusal={refusal}
        />
        <Toggle
          label="It may take longer than three seconds"
          name="defer"
          hint="Discord shows that the bot is thinking, and the answer follows."
          defaultChecked={first.defer}
          refusal={refusal}
        />
      </div>
      <fieldset>
        <legend className="label">Whom a mention in it tells</legend>
        <p className="text-[0.9375rem] text-muted">
          Without a tick a mention shows as one, and nobody gets a message of it.
        </p>
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
