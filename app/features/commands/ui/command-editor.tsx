import { useState } from 'react'
import type { CommandDraft } from '#app/features/commands/drafts.ts'
import { keptIn } from '#app/features/commands/fields.ts'
import { placeholdersOf } from '#app/features/commands/template-variables.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { CommandForm } from '#app/features/commands/ui/form.tsx'
import { CommandPreview } from '#app/features/commands/ui/command-preview.tsx'

type Props = {
  base: CommandDraft
  /** The version that the form is based on; null for a command that is new. */
  version: number | null
  guildName: string
  /** The commands of the guild, which a control may run. */
  commands: readonly string[]
  refusal: FormRefusal | undefined
}

/** A command being written, and beside it how it will look. */
export function CommandEditor({ base, version, guildName, commands, refusal }: Props) {
  const [first] = useState(() => (refusal ? keptIn(base, refusal.values) : base))
  const [draft, setDraft] = useState(first)
  const set = (part: Partial<CommandDraft>) => setDraft((before) => ({ ...before, ...part }))
  const placeholders = placeholdersOf(draft, guildName)
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <CommandForm {...{ draft, first, set, version, placeholders, commands, refusal }} />
      <div>
        <div className="xl:sticky xl:top-6">
          <CommandPreview draft={draft} placeholders={placeholders} />
        </div>
      </div>
    </div>
  )
}
