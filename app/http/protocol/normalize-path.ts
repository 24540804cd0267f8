/** Characters that a URL never needs to encode (RFC 3986, section 2.3). */
const unreserved = /[\w.~-]/

/** Normalizes a path (RFC 3986, 6.2.2) and removes empty segments. Returns null for invalid encodings and dot segments. */
export function normalizePath(path: string): string | null {
  if (isPlain.test(path)) return path
  if (!path.startsWith('/') || /[^!-~]|[\\#?]|%(?![0-9a-f]{2})/i.test(path)) return null
  try {
    decodeURIComponent(path)
  } catch {
    return null
  }
  const decoded = path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return unreserved.test(character) ? character : code.toUpperCase()
  })
  const segments = decoded.split('/').filter(Boolean)
  return segments.some((segment) => /^\.\.?$/.test(segment)) ? null : `/${segments.join('/')}`
}

/** Matches most paths that are already normalized. */
const isPlain = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*)?$/
