import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { DraftFields } from '#app/features/cms/schema.ts'
import { fieldsOf } from '#app/features/cms/ui/editor/form.ts'

const textOf = ({ body: _body, ...details }: DraftFields) => JSON.stringify(details)

/**
 * Decides when loaded fields replace the fields on the page. Fields that were typed in the meantime stay. A changed
 * number in `resets` means that the body or the other fields must show the loaded values. Call `sent` on submit, and
 * `reset` to replace all fields.
 */
export function useReset(form: RefObject<HTMLFormElement>, loaded: DraftFields) {
  const shown = useRef(loaded)
  const [resets, setResets] = useState({ details: 0, body: 0 })
  const key = JSON.stringify(loaded)
  const latest = useRef(loaded)

  useEffect(() => void (latest.current = loaded), [loaded])

  useEffect(() => {
    if (!form.current) return
    const fields = latest.current
    const before = shown.current
    const typed = fieldsOf(form.current)
    shown.current = fields
    const isBody = typed.body !== fields.body && typed.body === before.body
    const isDetails = textOf(typed) !== textOf(fields) && textOf(typed) === textOf(before)
    if (isBody || isDetails)
      setResets(({ details, body }) => ({
        details: details + Number(isDetails),
        body: body + Number(isBody),
      }))
  }, [form, key])

  const sent = useCallback(() => {
    if (form.current) shown.current = fieldsOf(form.current)
  }, [form])
  const reset = useCallback(() => {
    shown.current = latest.current
    setResets(({ details, body }) => ({ details: details + 1, body: body + 1 }))
  }, [])
  return { resets, sent, reset }
}
