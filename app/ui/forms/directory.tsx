import { createContext, useContext } from 'react'
import { customEmoji, emojiIdIn } from '#app/primitives/emoji.ts'

/** Permission that the use of a channel or role requires of the bot. `reply`: write in the posts of a forum channel. */
export type DirectoryNeed = 'write' | 'thread' | 'reply' | 'react' | 'delete' | 'assign'

/** Discord’s type of forum channels. */
export const FORUM_TYPE = 15

/** Reason why the bot cannot use an entry. `final` means that Discord never allows it. */
export type DirectoryBlock = { reason: string; final?: true }

/** Channel, category, role, user or emoji of a guild. */
export type DirectoryEntry = {
  id: string
  name: string | null
  /** The category of a channel. Without a reported directory, where the id is known from. */
  note: string
  /** Discord’s type of a channel. */
  type?: number
  /** Color of a role, as a number. */
  color?: number
  blocks?: Partial<Record<DirectoryNeed, DirectoryBlock>>
  /** Deleted entries are not offered, but have names. */
  isDeleted?: true
}

export type DirectoryKind = 'channel' | 'category' | 'role' | 'user' | 'emoji'

/** Channels, categories, roles, users and emojis of a guild that pickers offer. */
export type Directory = Record<DirectoryKind, DirectoryEntry[]> & {
  /** URL of the member search, or null without a runner that reports the directory. */
  searchUrl: string | null
  /** If no runner is connected, the time until which the reported names are current. Otherwise null. */
  asOf: string | null
}

export const emptyDirectory: Directory = {
  channel: [],
  category: [],
  role: [],
  user: [],
  emoji: [],
  searchUrl: null,
  asOf: null,
}

const DirectoryContext = createContext<Directory>(emptyDirectory)
export const DirectoryProvider = DirectoryContext.Provider

/** Nouns of the kinds, and the signs that Discord puts before their names. */
export const directoryKinds = {
  channel: { noun: 'channel', plural: 'channels', sign: '#' },
  category: { noun: 'category', plural: 'categories', sign: '' },
  role: { noun: 'role', plural: 'roles', sign: '@' },
  user: { noun: 'member', plural: 'members', sign: '@' },
  emoji: { noun: 'emoji', plural: 'emojis', sign: ':' },
} as const satisfies Record<DirectoryKind, object>

/** Returns a warning about a chosen entry that was deleted or that the bot cannot use, or undefined. */
export function directoryWarning(
  kind: DirectoryKind,
  { isDeleted, blocks }: Pick<DirectoryEntry, 'isDeleted' | 'blocks'>,
  needs: DirectoryNeed | undefined,
): string | undefined {
  const { noun } = directoryKinds[kind]
  if (isDeleted) return `This ${noun} was deleted in Discord. Choose another ${noun}.`
  const block = needs && blocks?.[needs]
  return block && `${block.reason}.`
}

const kinds = ['channel', 'category', 'role', 'user', 'emoji'] as const

/** Returns the name of an entry with its sign, such as “#general”. `@everyone` has its sign in its name. */
export const signedName = (kind: DirectoryKind, name: string): string =>
  kind === 'emoji' ? `:${name}:` : name.startsWith('@') ? name : `${directoryKinds[kind].sign}${name}`

/** Returns the text for an entry: its name, and whether it was deleted. Undefined without a name. */
function textOf(kind: DirectoryKind, entry: DirectoryEntry | undefined): string | undefined {
  if (entry?.isDeleted)
    return entry.name ? `${signedName(kind, entry.name)} (deleted)` : `deleted ${directoryKinds[kind].noun}`
  return entry?.name ? signedName(kind, entry.name) : undefined
}

/**
 * Returns the guild's directory, and functions for the names of its entries. The name of an unknown id is `known`, such
 * as the name in an event, or the id. `labelOf` finds an id of any kind, and returns undefined for an unknown id.
 */
export function useDirectory() {
  const directory = useContext(DirectoryContext)
  const entryOf = (kind: DirectoryKind, value: string) => {
    const id = kind === 'emoji' ? emojiIdIn(value) : value
    return directory[kind].find((entry) => entry.id === id)
  }
  const nameOf = (kind: DirectoryKind, id: string, known = '') =>
    textOf(kind, entryOf(kind, id)) ?? (known ? signedName(kind, known) : withoutId(kind, id))
  const labelOf = (id: string) =>
    kinds.map((kind) => textOf(kind, entryOf(kind, id))).find((text) => text !== undefined)
  return { directory, entryOf, nameOf, labelOf }
}

/** Returns the name of a custom emoji that is not in the directory. Returns other values unchanged. */
function withoutId(kind: DirectoryKind, value: string) {
  const custom = kind === 'emoji' ? customEmoji(value) : undefined
  return custom ? signedName(kind, custom.name) : value
}

type NameProps = { kind: DirectoryKind; id: string; known?: string }

/** Renders the name of a channel, role or member. `known` is the name that an event had. */
export const EntryName = ({ kind, id, known }: NameProps) => <>{useDirectory().nameOf(kind, id, known)}</>

/** Renders a text, such as the error of an action, with the names of known ids in place of the ids. */
export function TextWithNames({ text }: { text: string }) {
  const { labelOf } = useDirectory()
  return <>{text.replace(/\b\d{17,20}\b/g, (id) => labelOf(id) ?? id)}</>
}

/** Matches an id, a mention such as `<#300000000000000001>`, and the URL of a channel. */
const pasted =
  /^(?:<(?:#|@[!&]?)(\d{17,20})>|https:\/\/discord\.com\/channels\/\d{17,20}\/(\d{17,20})|(\d{17,20}))$/

/** Returns the id in a pasted text, or undefined. */
export const idInText = (text: string): string | undefined => pasted.exec(text.trim())?.slice(1).find(Boolean)
