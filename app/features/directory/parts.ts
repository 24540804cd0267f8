import { Invalid } from '#app/errors.ts'
import type { StoredEntry } from '#app/features/directory/merge.ts'
import { directoryLimits, type DirectoryFrame, type StoredKind } from '#app/features/directory/schema.ts'
import { SECOND } from '#app/primitives/time.ts'

/** Part of a directory with validated items. */
export type DirectoryPart = Omit<DirectoryFrame, 'items' | 'kind'> & {
  kind: StoredKind
  items: StoredEntry[]
}

/** Throws `Invalid` for more entries than the guild can have, or for entries that are too large to store. */
export function requireSize(kind: StoredKind, { items, characters }: { items: number; characters: number }) {
  if (items > directoryLimits[kind])
    throw new Invalid(`A guild has at most ${directoryLimits[kind]} ${kind}.`)
  if (characters > directoryLimits.characters) throw new Invalid(`The ${kind} are too large to store.`)
}

type Collected = {
  rev: number
  of: number
  parts: Map<number, DirectoryPart>
  items: number
  characters: number
  timer: NodeJS.Timeout
}

/** Maximum number of directories of which a runner can have sent only some parts. */
const MAX_INCOMPLETE = 4
/** Milliseconds after which an incomplete directory is discarded. */
const EXPIRES_MS = 30 * SECOND

export type PartBuffer = ReturnType<typeof createPartBuffer>

/** Creates the buffer that joins the parts of directories. The parts can arrive in any order. */
export function createPartBuffer() {
  const incomplete = new Map<string, Collected>()

  function discard(key: string) {
    clearTimeout(incomplete.get(key)?.timer)
    incomplete.delete(key)
  }

  function start(key: string, { rev, of }: DirectoryPart): Collected {
    discard(key)
    const timer = setTimeout(() => incomplete.delete(key), EXPIRES_MS).unref()
    const current = { rev, of, parts: new Map(), items: 0, characters: 0, timer }
    incomplete.set(key, current)
    if (incomplete.size > MAX_INCOMPLETE) discard(incomplete.keys().next().value!)
    return current
  }

  return {
    /**
     * Returns the whole directory with its last part, or null while parts are missing or if the part is invalid. Throws
     * `Invalid` and discards the parts if they are too large together.
     */
    add(given: DirectoryPart): DirectoryPart | null {
      const { guild_id, kind, rev, part, of, items } = given
      if (of === 1) return part === 1 ? given : null
      const key = `${guild_id} ${kind}`
      const known = incomplete.get(key)
      if (known && known.rev > rev) return null
      const current = known?.rev === rev && known.of === of ? known : start(key, given)
      const isWrong = part > of || current.parts.has(part)
      current.parts.set(part, given)
      current.items += items.length
      current.characters += JSON.stringify(items).length
      const isComplete = current.parts.size === of
      try {
        requireSize(kind, current)
      } catch (error) {
        discard(key)
        throw error
      }
      if (isWrong || isComplete) discard(key)
      if (isWrong || !isComplete) return null
      const parts = [...current.parts].sort(([one], [other]) => one - other).map(([, each]) => each)
      return { ...parts[0]!, part: 1, of: 1, items: parts.flatMap((each) => each.items) }
    },
  }
}
