import { useActionData, useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * Returns the result of the last form on a page that updates itself. `useActionData` loses the result when the page
 * updates. This hook keeps it until the next form or navigation.
 */
export function useActionResult<T>() {
  const data = useActionData<T>()
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, data })
  const next = data !== undefined || kept.key !== key ? { key, data } : kept
  if (next.key !== kept.key || next.data !== kept.data) setKept(next)
  return next.data
}
