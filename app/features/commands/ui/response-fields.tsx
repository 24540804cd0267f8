import { EmbedEditor } from '#app/features/actions/ui/embed-editor.tsx'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { mentionOptions } from '#app/features/commands/fields.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Radio } from '#app/ui/forms/field-messages.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { PlaceholderMenu } from '#app/ui/forms/placeholders.tsx'
import { JsonField } from '#app/ui/forms/structured.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

type CommandAnswerProps = {
  draft: CommandDraft
  /** Initial values of the fields. */
  first: CommandDraft
  set(part: Partial<CommandDraft>): void
  refusal: FormRefusal | undefined
}

const kinds = [
  { value: 'message', name: 'Text response' },
  { value: 'embed', name: 'Embed response' },
  { value: 'action_only', name: 'No response, only actions' },
] as const

/** Renders the fields for a command's response, its visibility, and the mentions that send notifications. */
export function ResponseFields({ draft, first, set, refusal }: CommandAnswerProps) {
  const { response } = draft
  const say = (part: Partial<CommandDraft['response']>) => set({ response: { ...response, ...part } })
  return (
    <div className="group/answer space-y-5">
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
          label="Text"
          name="response.content"
          hint="Discord’s Markdown, such as **bold**. Optional with an embed."
          rows={5}
          defaultValue={first.response.content ?? ''}
          onInput={({ currentTarget }) => say({ content: currentTarget.value })}
          refusal={refusal}
        />
        <PlaceholderMenu path="response.content" />
      </div>
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
