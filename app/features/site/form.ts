import { Invalid } from '#app/errors.ts'
import { parseLimited } from '#app/primitives/bounded-json.ts'
import type { SiteChange } from '#app/site/identity.ts'

const texts = [
  'name',
  'short_name',
  'tagline',
  'description',
  'accent',
  'language',
  'time_zone',
  'home',
  'copyright',
] as const
const toggles = ['sign_face', 'count_readers', 'feedback', 'credit'] as const
const lists = ['navigation', 'footer', 'social'] as const
const signals = ['search', 'ai-input', 'ai-train'] as const

/**
 * Converts form values to a change of the settings. Empty fields reset a setting. Settings without a form field, such as
 * locked settings, are omitted. Throws `Invalid` for lists that are not JSON.
 */
export function siteChangeOfForm(values: Record<string, string>): SiteChange {
  const change: Record<string, unknown> = {}
  const value = (path: string) => values[`settings.${path}`]?.trim()
  for (const name of texts) if (value(name) !== undefined) change[name] = value(name) || null
  for (const name of toggles) if (value(`${name}.shown`) !== undefined) change[name] = value(name) === 'yes'
  for (const name of lists) {
    const list = value(name)
    if (list !== undefined) change[name] = listOf(name, list)
  }
  for (const [name, keys] of [
    ['contact', ['email', 'security']],
    ['legal', ['privacy', 'terms', 'imprint']],
  ] as const) {
    if (value(`${name}.${keys[0]}`) === undefined) continue
    const given = keys.flatMap((key) => (value(`${name}.${key}`) ? [[key, value(`${name}.${key}`)]] : []))
    change[name] = given.length ? Object.fromEntries(given) : null
  }
  if (value('content_signals.search') !== undefined) {
    const given = signals.flatMap((name) =>
      value(`content_signals.${name}`) ? [`${name}=${value(`content_signals.${name}`)}`] : [],
    )
    change.content_signals = given.join(', ') || null
  }
  return change as SiteChange
}

/** Returns the list in a JSON field, or null for an empty list. */
function listOf(name: string, text: string): unknown {
  try {
    const list = parseLimited(text || '[]')
    return Array.isArray(list) && list.length === 0 ? null : list
  } catch (error) {
    const message = `Enter valid JSON: ${(error as Error).message}.`
    throw new Invalid(message, [{ path: `settings.${name}`, message }])
  }
}
