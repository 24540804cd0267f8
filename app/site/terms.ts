/**
 * The headers that say what may be done with a text: the content signal of the configuration, and the same terms in the
 * IETF's words (draft-ietf-aipref-vocab), which has none for AI input.
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
