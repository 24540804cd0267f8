/** Creates a task group that runs one task per key at a time. Concurrent callers share the result. */
export function createSingleFlight<T>() {
  const underway = new Map<string, Promise<T>>()
  return {
    has: (key: string) => underway.has(key),
    run(key: string, make: () => Promise<T>): Promise<T> {
      const known = underway.get(key)
      if (known) return known
      const made = make().finally(() => underway.delete(key))
      underway.set(key, made)
      return made
    },
  }
}
