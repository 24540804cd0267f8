import { useRef } from 'react'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { mentionable } from '#app/features/commands/fields.ts'
import type { Placeholder } from '#app/features/commands/template-variables.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { Area } from '#app/ui/forms/area.tsx'
import { EmbedEditor } from '#app/features/actions/ui/embed-editor.tsx'
import { PlaceholderHelp, takesText } from '#app/features/commands/ui/placeholder-help.tsx'
import { Structured } from '#app/ui/forms/structured.tsx'
import { Toggle } from '#app/ui/forms/toggle.tsx'

type Props = {
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
export function CommandAnswer({ draft, first, set, placeholders, refusal }: Props) {
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
            <label key={value} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="response.type"
                value={value}
                defaultChecked={value === first.response.type}
                className="size-6"
                onChange={() => say({ type: value })}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="group-has-[[value=action_only]:checked]/answer:hidden">
        <Area
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
        <Structured
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
        </Structured>
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
          {mentionable.map(({ value, name }) => (
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
