import { useNavigation } from '@remix-run/react'

/** A line at the top while a form or a page is under way; it comes only after a moment, and moves nothing. */
export function Progress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label={state === 'submitting' ? 'Sending' : 'Loading'}
      className="progress"
    />
  )
}
