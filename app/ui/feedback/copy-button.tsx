import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'

/** How long the button says what became of its work, in milliseconds. */
const FEEDBACK_MS = 2000

/** Copies a text. Only a script can, so that it is not there without one. `what` names the text to screen readers. */
export function CopyButton({ label, what, text }: { label: string; what: string; text: string }) {
  const isAlive = useHydrated()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(''), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [said])
  if (!isAlive) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Could not copy'),
    )
  return (
    <>
      <button type="button" className="button small" onClick={() => void copy()}>
        {said || label}
        <span className="sr-only"> {what}</span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
