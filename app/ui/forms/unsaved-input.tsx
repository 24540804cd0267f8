import { useBlocker } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'

type Props = {
  form: RefObject<HTMLFormElement>
  /** True if the form shows submitted input that was rejected. */
  isRefused: boolean
}

/** Asks before the user leaves the page while a form contains input that is not saved. A page can have one such form. */
export function UnsavedInput({ form, isRefused }: Props) {
  const isUnsaved = useRef(isRefused)
  useEffect(() => {
    const element = form.current
    isUnsaved.current = isRefused
    const typed = () => void (isUnsaved.current = true)
    const sent = () => void (isUnsaved.current = false)
    const leaving = (event: BeforeUnloadEvent) => void (isUnsaved.current && event.preventDefault())
    element?.addEventListener('input', typed)
    element?.addEventListener('submit', sent)
    addEventListener('beforeunload', leaving)
    return () => {
      element?.removeEventListener('input', typed)
      element?.removeEventListener('submit', sent)
      removeEventListener('beforeunload', leaving)
    }
  }, [form, isRefused])

  // Links of the console and the Back button do not unload the page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (confirm('Your changes are not saved. Leave this page?')) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  return null
}
