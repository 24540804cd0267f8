/** Returns the value of a cookie in a `Cookie` header. Returns null if the cookie is missing or empty. */
export function cookieOf(cookies: string | null | undefined, name: string): string | null {
  for (const part of (cookies ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return null
}

/** Returns the `Set-Cookie` value for a cookie that scripts cannot read and cross-site forms do not send. */
export const setCookie = (name: string, value: string, maxAge: number, secure: boolean): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
