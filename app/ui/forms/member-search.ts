import { useEffect, useRef, useState } from 'react'
import type { DirectoryEntry } from '#app/ui/forms/directory.tsx'

/** Milliseconds without typing after which the search starts. */
const DEBOUNCE_MS = 300
const MIN_LENGTH = 2

type Found = { id: string; name: string; username: string; is_bot: boolean }

/** Searches members while the user types. Without a URL, or if the search fails, returns no members. */
export function useMemberSearch(url: string | null) {
  const [found, setFound] = useState<DirectoryEntry[]>([])
  const timer = useRef<number>()
  const request = useRef<AbortController>()
  const stop = () => {
    clearTimeout(timer.current)
    request.current?.abort()
  }
  useEffect(() => stop, [])

  function search(text: string) {
    stop()
    const query = text.trim().replace(/^@/, '')
    if (!url || query.length < MIN_LENGTH || /^\d+$/.test(query)) return
    timer.current = window.setTimeout(() => void load(query), DEBOUNCE_MS)
  }

  async function load(query: string) {
    const { signal } = (request.current = new AbortController())
    try {
      const response = await fetch(`${url}?q=${encodeURIComponent(query)}`, { signal })
      if (!response.ok) return
      const { members } = (await response.json()) as { members: Found[] }
      setFound((before) => {
        const ids = new Set(members.map(({ id }) => id))
        return [...before.filter(({ id }) => !ids.has(id)), ...members.map(toEntry)]
      })
    } catch {
      // The id remains as the fallback.
    }
  }

  return { found, search }
}

const toEntry = ({ id, name, username, is_bot }: Found): DirectoryEntry => ({
  id,
  name,
  note: is_bot ? 'bot' : username === name ? '' : username,
})
