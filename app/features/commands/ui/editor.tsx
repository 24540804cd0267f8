import { useState } from 'react'
import type { ShownBot } from '#app/features/bots/current-bot.server.ts'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { withSubmittedFields } from '#app/features/commands/fields.ts'
import { listPlaceholders, fillSamples, sampleNames } from '#app/features/commands/template-variables.ts'
import { DiscordEmbed } from '#app/features/actions/ui/discord-embed.tsx'
import { DiscordText, MentionNamesProvider } from '#app/features/actions/ui/discord-text.tsx'
import { DiscordControls, DiscordModal } from '#app/features/commands/ui/discord-message.tsx'
import { CommandForm } from '#app/features/commands/ui/form.tsx'
import { DirectoryProvider, type Directory } from '#app/ui/forms/directory.tsx'
import { Radio } from '#app/ui/forms/field-messages.tsx'
import { type Placeholder, PlaceholdersProvider } from '#app/ui/forms/placeholders.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { formatAmount } from '#app/primitives/count.ts'

type PreviewProps = { draft: CommandDraft; placeholders: readonly Placeholder[] }
type CommandPreviewProps = PreviewProps & { bot: ShownBot }

const looks = [
  { value: 'page', name: 'Same as this page' },
  { value: 'dark', name: 'Dark' },
  { value: 'light', name: 'Light' },
]

/** Renders a preview of a command's response with samples for template variables. */
function CommandPreview({ draft, placeholders, bot }: CommandPreviewProps) {
  const { modal } = draft
  return (
    <section aria-labelledby="preview" className="look">
      <h2 id="preview" className="text-2xl">
        Preview in Discord
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">
        <span data-scripted>The preview updates as you type. </span>
        <span data-unscripted>The preview shows the saved version. </span>
        Placeholders show sample values. Images from other sites are not loaded.
      </p>
      <fieldset className="mt-2">
        <legend className="sr-only">Theme of the preview</legend>
        <div className="flex flex-wrap gap-x-5">
          {looks.map(({ value, name }, index) => (
            <Radio key={value} name="look" value={value} defaultChecked={index === 0}>
              {name}
            </Radio>
          ))}
        </div>
      </fieldset>
      <div className="discord mt-2">
        <p className="dc-muted flex flex-wrap items-center gap-1.5 pl-6">
          <span className="dc-face dc-face-small" aria-hidden="true">
            A
          </span>
          Ada used <span className="dc-link">{invocationPreview(draft, placeholders)}</span>
        </p>
        <div className="mt-1.5 flex gap-3">
          {bot?.icon ? (
            <img src={bot.icon} alt="" width="40" height="40" className="dc-face" />
          ) : (
            <span className="dc-face" aria-hidden="true">
              {bot?.name.charAt(0).toUpperCase() ?? 'B'}
            </span>
          )}
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="dc-head">{bot?.name ?? 'Your bot'}</span>
              <span className="dc-badge">APP</span>
              <span className="dc-muted">Today at 12:00</span>
            </p>
            <PreviewMessage draft={draft} placeholders={placeholders} />
            {draft.ephemeral && <p className="dc-muted mt-2">Only you can see this • Dismiss message</p>}
          </div>
        </div>
      </div>
      {modal && (
        <>
          <p className="mt-5 text-soft">This form opens first:</p>
          <DiscordModal modal={modal} />
        </>
      )}
    </section>
  )
}

function PreviewMessage({ draft: { response, components, actions }, placeholders }: PreviewProps) {
  const fill = (text: string) => fillSamples(text, placeholders)
  if (response.type === 'action_only') {
    return (
      <p className="dc-muted">Runs {formatAmount(actions.length, 'action', 'actions')} without a response.</p>
    )
  }
  const embed = response.type === 'embed' ? response.embed : null
  return (
    <div className="space-y-1.5">
      {response.content?.trim() ? (
        <DiscordText text={fill(response.content)} />
      ) : (
        !embed && <p className="dc-muted">No response yet.</p>
      )}
      {embed && <DiscordEmbed embed={embed} fill={fill} />}
      {components.length > 0 && <DiscordControls components={components} />}
    </div>
  )
}

/** Returns the line above the response: the typed command with its required options. */
function invocationPreview(
  { type, name, options }: CommandDraft,
  placeholders: readonly Placeholder[],
): string {
  if (type !== 1) return name || '…'
  const path: string[] = []
  let level = options
  while (level[0] && level[0].type <= 2) {
    path.push(level[0].name)
    level = level[0].options ?? []
  }
  const given = level
    .filter(({ required }) => required)
    .map((option) => `${option.name}:${fillSamples(`{option.${option.name}}`, placeholders)}`)
  return ['/' + (name || '…'), ...path, ...given].join(' ')
}

type CommandEditorProps = {
  base: CommandDraft
  /** Version that the form is based on. Null for a new command. */
  version: number | null
  guildName: string
  /** Names of the guild's commands that a component can run. */
  commands: readonly string[]
  directory: Directory
  bot: ShownBot
  refusal: FormRefusal | undefined
}

/** Renders a command editor with a preview. */
export function CommandEditor({
  base,
  version,
  guildName,
  commands,
  directory,
  bot,
  refusal,
}: CommandEditorProps) {
  const [first] = useState(() => (refusal ? withSubmittedFields(base, refusal.values) : base))
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<CommandDraft>) => setDraft((before) => ({ ...before, ...part }))
  const placeholders = listPlaceholders(draft, guildName)
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <DirectoryProvider value={directory}>
        <PlaceholdersProvider value={placeholders}>
          <CommandForm {...{ draft, first, set, version, commands, refusal }} />
        </PlaceholdersProvider>
      </DirectoryProvider>
      <div>
        <div className="xl:sticky xl:top-6">
          <MentionNamesProvider value={sampleNames}>
            <CommandPreview draft={draft} placeholders={placeholders} bot={bot} />
          </MentionNamesProvider>
        </div>
      </div>
    </div>
  )
}
