import { Folder, Hash, Image, Megaphone, MessagesSquare, Radio, Volume2, type LucideIcon } from 'lucide-react'
import type { DirectoryEntry, DirectoryKind } from '#app/ui/forms/directory.tsx'

/** Icons of channels by Discord’s type. */
const icons: Record<number, LucideIcon> = {
  2: Volume2,
  4: Folder,
  5: Megaphone,
  10: MessagesSquare,
  11: MessagesSquare,
  12: MessagesSquare,
  13: Radio,
  15: MessagesSquare,
  16: Image,
}

/** Renders the icon of a channel by its type, the color of a role, or the image of an emoji. */
export function DirectoryIcon({ kind, entry }: { kind: DirectoryKind; entry: DirectoryEntry }) {
  if (kind === 'role')
    return (
      <svg viewBox="0 0 10 10" className="size-2.5 shrink-0 text-muted" aria-hidden="true">
        <circle cx="5" cy="5" r="4.5" fill={entry.color ? hexColor(entry.color) : 'currentColor'} />
      </svg>
    )
  if (kind === 'emoji')
    return (
      <img
        src={`https://cdn.discordapp.com/emojis/${entry.id}.webp?size=32`}
        alt=""
        width="20"
        height="20"
        loading="lazy"
        className="size-5 shrink-0"
      />
    )
  if (entry.type === undefined) return null
  const Icon = icons[entry.type] ?? Hash
  return <Icon className="size-4 shrink-0" aria-hidden="true" />
}

const hexColor = (color: number) => `#${color.toString(16).padStart(6, '0')}`
