import { directoryLimits, type DirectoryFrame } from '#app/features/directory/schema.ts'

type Collected = { rev: number; of: number; parts: Map<number, DirectoryFrame>; items: number }

/** Maximum number of directories of which a runner can have sent only some parts. */
const MAX_INCOMPLETE = 10

export type PartBuffer = ReturnType<typeof createPartBuffer>

/** Creates the buffer that joins the parts of directories. The parts can arrive in any order. */
export function createPartBuffer() {
  const incomplete = new Map<string, Collected>()
  return {
    /** Returns the whole directory with its last part, or null while parts are missing. */
    add(frame: DirectoryFrame): DirectoryFrame | null {
      const { guild_id, kind, rev, part, of, items } = frame
      if (of === 1) return frame
      const key = `${guild_id} ${kind}`
      const known = incomplete.get(key)
      if (known && known.rev > rev) return null
      const current = known?.rev === rev && known.of === of ? known : { rev, of, parts: new Map(), items: 0 }
      incomplete.delete(key)
      if (current.parts.has(part) || part > of) return null
      current.parts.set(part, frame)
      current.items += items.length
      // More entries than any guild has are never stored.
      if (current.items > directoryLimits.channels) return null
      if (current.parts.size < of) {
        incomplete.set(key, current)
        const [oldest] = incomplete.keys()
        if (incomplete.size > MAX_INCOMPLETE) incomplete.delete(oldest!)
        return null
      }
      const parts = [...current.parts].sort(([one], [other]) => one - other).map(([, each]) => each)
      return { ...parts[0]!, part: 1, of: 1, items: parts.flatMap((each) => each.items) }
    },
  }
}
