import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Opens another page at its top, also after a form, and moves the focus there if the selected link or button was removed.
 * Forms keep the scroll position, because most of them return to their own page.
 */
export function ScrollReset() {
  const { pathname, search, hash } = useLocation()
  const type = useNavigationType()
  const page = pathname + (new URLSearchParams(search).get('step') ?? '')
  const before = useRef(page)
  useEffect(() => {
    if (before.current !== page && type !== 'POP' && !hash) {
      scrollTo(0, 0)
      if (document.activeElement === document.body)
        document.getElementById('pageContent')?.focus({ preventScroll: true })
    }
    before.current = page
  }, [page, type, hash])
  return null
}
