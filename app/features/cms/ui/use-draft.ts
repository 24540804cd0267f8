import { useCallback, useEffect, useRef, useState } from 'react'

/** How long after the last key what was typed is kept, and drawn, in milliseconds. */
const SAVE_DELAY_MS = 1_500
const PREVIEW_DELAY_MS = 600

/** How what was typed is kept; null before anything was. */
export type DraftState = { state: 'keeping' | 'kept' | 'lost'; at: string } | null

type Place = { type: string; id: string; version: number }

/** Saves a form as a draft after the last key, and again after a failure or when the network is back. */
export function useDraft(form: React.RefObject<HTMLFormElement>, { type, id, version }: Place) {
  const [kept, setKept] = useState<DraftState>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()

  const keep = useCallback(async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const at = new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
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

  /** What is sent is saved: there is nothing left to keep. */
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

/** Calls `draw` a moment after the last call of what it returns, and once at the beginning. */
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
