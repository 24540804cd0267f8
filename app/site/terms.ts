/**
 * Returns the usage headers: the configured content signal, also in the IETF vocabulary (draft-ietf-aipref-vocab). The
 * IETF vocabulary has no term for AI input.
 */
export function termsHeaders(contentSignal: string): Record<string, string> {
  const says = (key: string) => new RegExp(`(?:^|,)\\s*${key}=(yes|no)`).exec(contentSignal)?.[1]
  const words = { 'train-ai': says('ai-train'), search: says('search') }
  const usage = Object.entries(words).flatMap(([key, value]) =>
    value ? [`${key}=${value === 'yes' ? 'y' : 'n'}`] : [],
  )
  return {
    'Content-Signal': contentSignal,
    ...(usage.length ? { 'Content-Usage': usage.join(', ') } : {}),
  }
}
