import { useEffect } from 'react'

/** Loads the current URL as a document. The build uses it for public pages, which the console's scripts do not contain. */
export default function ReloadPage() {
  useEffect(() => location.reload(), [])
  return null
}
