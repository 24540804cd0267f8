import { descriptionLength, firstSentences, normalizeTag } from '#app/features/cms/field-values.ts'
import { ellipsizeWords, isVisible, toSafeLine, truncate } from '#app/primitives/text.ts'

/** Limits of the fields of an entry, which publishing checks. */
const MAX_TITLE = 80
const MAX_TAGS = 10
const MAX_AUTHOR = 100

const oneLine = (text: string) => toSafeLine(text).replace(/\s+/g, ' ').trim()

/** Returns a title of at most 80 characters. Reports a changed title to `note`. */
export function titleFor(title: string, slug: string, note: (text: string) => void): string {
  const line = oneLine(title)
  if (!isVisible(line)) {
    const words = slug.split('/').at(-1)!.replaceAll('-', ' ')
    note('The title was missing and was created from the slug.')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  if (line.length <= MAX_TITLE) return line
  note(`The title was shortened to ${MAX_TITLE} characters: “${line}”.`)
  return ellipsizeWords(line, MAX_TITLE)
}

/**
 * Returns the summary if it fits, the start of the text, or nothing if the text is too short. Reports a changed
 * description to `note`.
 */
export function descriptionFor(
  { summary, text }: { summary: string; text: string },
  note: (text: string) => void,
): string {
  const written = oneLine(summary)
  if (written.length >= descriptionLength.least && written.length <= descriptionLength.most) return written
  if (written.length > descriptionLength.most) {
    note(
      `The description was shortened to ${descriptionLength.most} characters: “${truncate(written, 1000)}”.`,
    )
    return ellipsizeWords(written, descriptionLength.most)
  }
  const sentences = oneLine(text)
  const whole = [written, sentences].filter(Boolean).join(written.endsWith('.') || !written ? ' ' : '. ')
  const made = firstSentences(whole)
  note(
    written
      ? `The description was too short (“${written}”) and was extended with text from the entry.`
      : 'The description was missing and was created from the text.',
  )
  return made.length >= descriptionLength.least ? made : ''
}

/** Returns at most ten normalized tags. Reports changed and removed tags to `note`. */
export function tagsFor(tags: readonly string[], note: (text: string) => void): string[] {
  const kept = new Map<string, string>()
  const lost: string[] = []
  for (const tag of tags) {
    const slug = normalizeTag(tag)
    if (!slug || (kept.size >= MAX_TAGS && !kept.has(slug))) lost.push(tag)
    else if (!kept.has(slug)) kept.set(slug, tag)
  }
  const renamed = [...kept]
    .filter(([slug, tag]) => slug !== tag.toLowerCase())
    .map(([slug, tag]) => `“${tag}” became ${slug}`)
  if (renamed.length) note(`Tags were renamed: ${renamed.join(', ')}.`)
  if (lost.length)
    note(
      `Tags were removed: ${lost.join(', ')}. An entry can have up to ${MAX_TAGS} tags with Latin letters or digits.`,
    )
  return [...kept.keys()]
}

/** Returns an author of at most 100 characters. Reports a missing or shortened author to `note`. */
export function authorFor(author: string, fallback: string, note: (text: string) => void): string {
  const line = oneLine(author)
  if (!line) note(`The author was missing and was set to ${fallback}.`)
  if (line.length > MAX_AUTHOR) note(`The author was shortened to ${MAX_AUTHOR} characters: “${line}”.`)
  return truncate(line || fallback, MAX_AUTHOR)
}

/** Returns the date of a time in any common format, or null. Ignores the time zone if the time names a day. */
export function dateOf(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10)
  if (typeof value === 'number') return dateOf(new Date(value))
  if (typeof value !== 'string') return null
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(value.trim()) ?? []
  if (day) return Number.isNaN(Date.parse(day)) ? null : day
  const [slashed] = /^\d{4}\/\d{1,2}\/\d{1,2}/.exec(value.trim()) ?? []
  const parsed = new Date(slashed ? `${slashed} UTC` : `${value.trim()} UTC`)
  const time = Number.isNaN(parsed.getTime()) ? new Date(value) : parsed
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1000 || time.getUTCFullYear() > 9999
    ? null
    : time.toISOString().slice(0, 10)
}

/** Lists the first three names, and indicates further names. */
export const firstThree = (names: readonly string[]): string =>
  [...names.slice(0, 3), ...(names.length > 3 ? ['and others'] : [])].join(', ')
