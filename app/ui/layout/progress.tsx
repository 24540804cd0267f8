import { useNavigation } from '@remix-run/react'

/**
 * Renders a progress bar during navigation and submission. The bar appears after a short delay and does not shift the
 * layout.
 */
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
