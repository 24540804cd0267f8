type CacheEntry = { revision: string; value: Promise<unknown> }

/**
 * Remembers results by key for as long as their revision is the current one, so that what is remembered is never old.
 * The key used least recently makes room when `most` are kept. A result that fails is not kept.
 */
export function createRevisionCache(most = 1_000) {
  const kept = new Map<string, CacheEntry>()
  return {
    recall<T>(key: string, revision: string, make: () => Promise<T>): Promise<T> {
      const known = kept.get(key)
      kept.delete(key)
      if (known?.revision === revision) {
        kept.set(key, known)
        return known.value as Promise<T>
      }
      const value = make()
      const fresh = { revision, value }
      kept.set(key, fresh)
      value.catch(() => kept.get(key) === fresh && kept.delete(key))
      const oldest = kept.size > most ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      return value
    },
  }
}

export type RevisionCache = ReturnType<typeof createRevisionCache>
