import { useEffect, useState } from 'react'
import type { Standing } from '#app/access.ts'
import { fits, grouped, placesFor, type Found, type Group } from '#app/features/console-search/places.ts'

/** How long one has to have stopped typing before the service is asked, in milliseconds. */
const PAUSE = 150

type Answered = { q: string; found: Found[]; failed: boolean }

/**
 * What fits the words: pages and actions at once, the rest when the service has answered. Until then, what it found for
 * the words before stays as far as it still fits, so that nothing jumps away while one types.
 */
export function useFound(standing: Standing, q: string, more: readonly Found[]) {
  const [answered, setAnswered] = useState<Answered | null>(null)

  useEffect(() => {
    const asking = new AbortController()
    const ask = async () => {
      try {
        const response = await fetch(`/api/console/find?${new URLSearchParams({ q })}`, {
          signal: asking.signal,
        })
        if (!response.ok) throw new Error(response.statusText)
        const { groups } = (await response.json()) as { groups: Group[] }
        setAnswered({ q, found: groups.flatMap(({ results }) => results), failed: false })
      } catch {
        if (!asking.signal.aborted) setAnswered({ q, found: [], failed: true })
      }
    }
    const timer = setTimeout(ask, q ? PAUSE : 0)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q])

  const isDone = answered?.q === q
  const known = (answered?.found ?? []).filter(({ title, hint }) => isDone || fits(q, `${title} ${hint}`))
  const own = more.filter(({ title, hint }) => fits(q, `${title} ${hint}`))
  const groups = grouped([...placesFor(standing, q), ...own, ...known], q)
  return { groups, isDone, hasFailed: isDone && answered.failed }
}
