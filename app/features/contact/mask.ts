/** A name by its first letters: `A. L.` */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => `${[...word][0]!}.`)
    .join(' ')

/** An address by its first letters and its last part: `a•••@e•••.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1)
  const dot = host.lastIndexOf('.')
  return `${[...email][0] ?? ''}•••@${[...host][0] ?? ''}•••${dot > 0 ? host.slice(dot) : ''}`
}
