import { createContext, useContext } from 'react'

/** Channel, role or user of a guild. `note` says where the id is known from, if it has no name. */
export type DirectoryEntry = { id: string; name: string | null; note: string }

export type DirectoryKind = 'channel' | 'role' | 'user'

/** Channels, roles and users of a guild that pickers offer. */
export type Directory = Record<DirectoryKind, DirectoryEntry[]>

export const emptyDirectory: Directory = { channel: [], role: [], user: [] }

const DirectoryContext = createContext<Directory>(emptyDirectory)
export const DirectoryProvider = DirectoryContext.Provider

/** Nouns of the kinds, and the signs that Discord puts before their names. */
export const directoryKinds = {
  channel: { noun: 'channel', sign: '#' },
  role: { noun: 'role', sign: '@' },
  user: { noun: 'member', sign: '@' },
} as const satisfies Record<DirectoryKind, object>

const kinds = ['channel', 'role', 'user'] as const

/**
 * Returns the guild's directory, and functions for the names of its entries. The name of an unknown id is the id.
 * `labelOf` finds an id of any kind, and returns undefined for an unknown id.
 */
export function useDirectory() {
  const directory = useContext(DirectoryContext)
  const nameOf = (kind: DirectoryKind, id: string) => {
    const name = directory[kind].find((entry) => entry.id === id)?.name
    return name ? `${directoryKinds[kind].sign}${name}` : id
  }
  const labelOf = (id: string) => {
    const kind = kinds.find((one) => directory[one].some((entry) => entry.id === id && entry.name))
    return kind && nameOf(kind, id)
  }
  return { directory, nameOf, labelOf }
}

/** Matches an id, a mention such as `<#300000000000000001>`, and the URL of a channel. */
const pasted =
  /^(?:<(?:#|@[!&]?)(\d{17,20})>|https:\/\/discord\.com\/channels\/\d{17,20}\/(\d{17,20})|(\d{17,20}))$/

/** Returns the id in a pasted text, or undefined. */
export const idInText = (text: string): string | undefined => pasted.exec(text.trim())?.slice(1).find(Boolean)
