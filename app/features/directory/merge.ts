import {
  directoryLimits,
  type DirectoryBot,
  type ReportedChannel,
  type ReportedEmoji,
  type ReportedRole,
} from '#app/features/directory/schema.ts'
import { DAY } from '#app/primitives/time.ts'

/** Reported role, channel or emoji, with the time at which its deletion was noticed. */
export type StoredEntry = (ReportedRole | ReportedChannel | ReportedEmoji) & { deleted_at?: string }

declare module '#app/platform/db/tables/columns.ts' {
  interface Stored {
    'directories.items': StoredEntry[]
    'directories.bot': DirectoryBot
  }
}

/** Maximum number of deleted entries whose names are kept. */
const MAX_DELETED = 250

type Change = {
  before: readonly StoredEntry[]
  at: string
  put: readonly StoredEntry[]
  /** Returns what happens to a stored entry that is not in `put`. */
  other: (entry: StoredEntry) => StoredEntry
}

/** Applies the reported entries to the stored entries. Keeps the names of hidden and recently deleted entries. */
export function mergeEntries({ before, at, put, other }: Change): StoredEntry[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const given = new Map(put.map((entry) => [entry.id, withKnownName(entry, known.get(entry.id))]))
  const rest = before.filter(({ id }) => !given.has(id)).map(other)
  const oldest = new Date(Date.parse(at) - directoryLimits.deletedDays * DAY).toISOString()
  const isDeleted = ({ deleted_at }: StoredEntry) => deleted_at !== undefined
  const deleted = rest
    .filter(({ deleted_at = '' }) => deleted_at > oldest)
    .sort((one, next) => next.deleted_at!.localeCompare(one.deleted_at!))
  return [...given.values(), ...rest.filter((entry) => !isDeleted(entry)), ...deleted.slice(0, MAX_DELETED)]
}

/** Marks an entry as deleted. */
export const asDeleted = (entry: StoredEntry, at: string): StoredEntry => ({ deleted_at: at, ...entry })

/** Discord hides the name of a channel that the bot cannot see. */
function withKnownName(entry: StoredEntry, known: StoredEntry | undefined): StoredEntry {
  if (!('hidden' in entry) || !entry.hidden || !known || !('hidden' in known)) return entry
  return { ...entry, name: entry.name || known.name, parent_id: entry.parent_id ?? known.parent_id }
}
