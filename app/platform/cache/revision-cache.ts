type CacheEntry = { revision: string; value: Promise<unknown> }

/**
 * Creates a cache that keeps results by key while their revision is current. Evicts the least recently used results
 * beyond `most`. Failed results are not cached.
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
