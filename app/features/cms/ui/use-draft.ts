import { useCallback, useEffect, useRef, useState } from 'react'

/** Delays after the last keystroke before saving and before rendering the preview, in milliseconds. */
const SAVE_DELAY_MS = 1_500
const PREVIEW_DELAY_MS = 600

/** State of the draft, with the time in UTC as `HH:MM`. Null before the first change. */
export type DraftState = { state: 'keeping' | 'kept' | 'lost'; at: string } | null

type Place = { type: string; id: string; version: number }

/** Saves a form as a draft after the last keystroke and after the network connection returns. */
export function useDraft(form: React.RefObject<HTMLFormElement>, { type, id, version }: Place) {
  const [kept, setKept] = useState<DraftState>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const keep = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const at = new Date().toISOString().slice(11, 16)
    setKept({ state: 'keeping', at })
    const body = JSON.stringify({ version, fields: fieldsOf(new FormData(form.current)) })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`/api/cms/${type}/${id}/draft`, { method: 'PUT', headers, body }).catch(
      () => null,
    )
    setKept({ state: answer?.ok ? 'kept' : 'lost', at })
  }, [form, type, id, version])

  const touched = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep(), SAVE_DELAY_MS)
  }, [keep])

  useEffect(() => {
    const online = () => void keep()
    const leaving = () => {
      if (document.visibilityState === 'hidden' && timer.current !== undefined) void keep()
    }
    addEventListener('online', online)
    document.addEventListener('visibilitychange', leaving)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('online', online)
      document.removeEventListener('visibilitychange', leaving)
    }
  }, [keep])

  /** Cancels the pending save, because a submitted form is saved anyway. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  return { kept, touched, forget }
}

const text = (data: FormData, name: string) => String(data.get(name) ?? '')
const orNull = (value: string) => (value === '' ? null : value)

function fieldsOf(data: FormData) {
  const order = Number(text(data, 'order'))
  const tags = text(data, 'tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  return {
    slug: text(data, 'slug'),
    title: text(data, 'title'),
    description: text(data, 'description'),
    body: text(data, 'body'),
    tags,
    section: orNull(text(data, 'section')),
    order: data.has('order') && Number.isFinite(order) ? order : null,
    author: orNull(text(data, 'author')),
    published_on: orNull(text(data, 'published_on')),
  }
}

/** Returns a debounced `draw`, and also calls `draw` once on mount. */
export function useDebounced(draw: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  }, [draw])
  useEffect(() => {
    latest.current()
    return () => clearTimeout(timer.current)
  }, [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), PREVIEW_DELAY_MS)
  }, [])
}
