import { useCallback, useEffect, useRef, useState } from 'react'
import { type DraftState, lostReason } from '#app/features/cms/ui/editor/draft-status.ts'
import { fieldsOf } from '#app/features/cms/ui/editor/form.ts'

/** Delays after the last keystroke before saving and before rendering the preview, in milliseconds. */
const SAVE_DELAY_MS = 1_500
const PREVIEW_DELAY_MS = 600

type Place = { type: string; id: string; version: number }

/** Saves a form as a draft after the last keystroke and after the network connection returns. */
export function useDraft(form: React.RefObject<HTMLFormElement>, { type, id, version }: Place) {
  const [kept, setKept] = useState<DraftState>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const sending = useRef<AbortController>()
  /** True while the page has changes that were not autosaved. */
  const isUnsaved = useRef(false)

  const keep = useCallback(
    async (element = form.current) => {
      clearTimeout(timer.current)
      timer.current = undefined
      if (!element) return
      const at = new Date().toISOString()
      setKept({ state: 'keeping', at })
      isUnsaved.current = false
      const body = JSON.stringify({ version, fields: fieldsOf(element) })
      const headers = { 'Content-Type': 'application/json' }
      const { signal } = (sending.current = new AbortController())
      const init = { method: 'PUT', headers, body, signal }
      const answer = await fetch(`/api/cms/${type}/${id}/draft`, init).catch(() => null)
      const reason = await lostReason(answer)
      if (signal.aborted) return
      if (reason) isUnsaved.current = true
      setKept(reason ? { state: 'lost', at, reason } : { state: 'kept', at })
    },
    [form, type, id, version],
  )

  const touched = useCallback(() => {
    isUnsaved.current = true
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep(), SAVE_DELAY_MS)
  }, [keep])

  useEffect(() => {
    const online = () => {
      if (isUnsaved.current) void keep()
    }
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

  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  }, [keep])
  // A link of the console does not unload the page, so the last input is saved when the editor closes.
  useEffect(() => {
    const element = form.current
    return () => {
      if (timer.current !== undefined) void latest.current(element)
    }
  }, [form])

  /** Cancels the pending save, because a submitted form is saved anyway. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  /** Cancels all saves, because the text was discarded. */
  const discard = useCallback(() => {
    forget()
    isUnsaved.current = false
    sending.current?.abort()
    setKept(null)
  }, [forget])

  // A new version contains the draft. Text typed in the meantime is saved again, based on the new version.
  useEffect(() => {
    setKept(null)
    isUnsaved.current = false
    if (timer.current !== undefined) touched()
  }, [version, touched])

  return { kept, touched, forget, discard }
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
