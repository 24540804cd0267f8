import { ChevronDown, ExternalLink } from 'lucide-react'
import type { Component, Modal } from '#app/features/commands/components.ts'
import { customEmoji } from '#app/primitives/emoji.ts'
import { DirectoryIcon } from '#app/ui/forms/directory-icon.tsx'

/** Renders non-interactive buttons and selects in Discord's layout. A row can contain five buttons or one select. */
export function DiscordControls({ components }: { components: readonly Component[] }) {
  return (
    <ul className="mt-2 space-y-2">
      {rowsOf(components).map((row, index) => (
        <li key={index} className="flex flex-wrap gap-2">
          {row.map((one, place) =>
            one.kind === 'select' ? (
              <span key={place} className="dc-select w-full max-w-xs">
                {one.placeholder ?? 'Make a selection'}
                <ChevronDown className="size-5" aria-hidden="true" />
              </span>
            ) : (
              <span key={place} className={`dc-button ${one.kind === 'button' ? `dc-${one.style}` : ''}`}>
                {one.emoji && <EmojiText value={one.emoji} />}
                {one.label || '…'}
                {one.kind === 'link' && <ExternalLink className="size-4" aria-hidden="true" />}
              </span>
            ),
          )}
        </li>
      ))}
    </ul>
  )
}

/** Renders a Unicode emoji, or the image of a custom emoji. */
function EmojiText({ value }: { value: string }) {
  const custom = customEmoji(value)
  if (!custom) return <span>{value}</span>
  return <DirectoryIcon kind="emoji" entry={{ id: custom.id, name: custom.name, note: '' }} />
}

function rowsOf(components: readonly Component[]): Component[][] {
  const rows: Component[][] = []
  let open: Component[] | null = null
  for (const one of components) {
    if (one.kind === 'select') rows.push([one])
    else if (open && open.length < 5) open.push(one)
    else rows.push((open = [one]))
  }
  return rows
}

/** Renders the form that opens before the response. */
export function DiscordModal({ modal }: { modal: Modal }) {
  return (
    <div className="discord mt-4 space-y-3">
      <p className="dc-h2">{modal.title || '…'}</p>
      {modal.fields.map((field) => (
        <div key={field.id}>
          <p className="dc-head text-sm">
            {field.label || '…'}
            {field.required && <span aria-hidden="true"> *</span>}
          </p>
          <p className={`dc-input mt-1 ${field.style === 'paragraph' ? 'min-h-20' : ''}`}>
            {field.placeholder}
          </p>
        </div>
      ))}
      <p className="flex justify-end gap-2">
        <span className="dc-button">Cancel</span>
        <span className="dc-button dc-primary">Submit</span>
      </p>
    </div>
  )
}
