import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/feedback/use-alive.ts'

/** Milliseconds for which the button shows the result. */
const FEEDBACK_MS = 2000

type Props = { label: string; what: string; text: string }

/** Renders a button that copies text, if scripts are available. `what` names the text for screen readers. */
export const CopyButton = (props: Props) => (useHydrated() ? <ScriptedCopyButton {...props} /> : null)

/** Renders the copy button on pages that hide it from browsers without scripts. */
export function ScriptedCopyButton({ label, what, text }: Props) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(''), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Could not copy'),
    )
  return (
    <>
      <button type="button" className="button small" onClick={() => void copy()}>
        {said || label}
        <span className="sr-only">{` ${what}`}</span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
