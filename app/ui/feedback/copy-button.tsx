import { useEffect, useState } from 'react'

/** Milliseconds for which the button shows the result. */
const FEEDBACK_MS = 2000

type Props = { label: string; what: string; text: string }

/** Renders a button that copies text, hidden without scripts. `what` names the text for screen readers. */
export function CopyButton({ label, what, text }: Props) {
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
      <button type="button" data-scripted className="button small" onClick={() => void copy()}>
        {said || label}
        <span className="sr-only">{` ${what}`}</span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
