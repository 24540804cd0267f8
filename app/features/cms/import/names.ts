import { reservedSegments } from '#app/site/paths.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { ellipsizeWords, truncate } from '#app/primitives/text.ts'

/** Limits of the fields of an entry, which publishing checks. */
const MAX_TITLE = 80
const MAX_TAGS = 10
const MAX_AUTHOR = 100
const DESCRIPTION = { least: 40, most: 200 }
const MAX_SEGMENT = 80

/** Characters that do not decompose to a base character. */
const characters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
}

/** Converts a text to lowercase letters, digits and single hyphens. Returns an empty string if none remain. */
export function slugSegment(text: string): string {
  const plain = decoded(text)
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => characters[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return truncate(plain.replace(/^-/, ''), MAX_SEGMENT).replace(/-$/, '')
}

/** Decodes a percent-encoded text. Returns malformed text unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns a valid slug of a type. Folders of pages and posts become part of the slug. Names without Latin characters
 * become `<fallback>`.
 */
export function slugFor(type: EntryType, wanted: string, fallback: string): string {
  const segments = wanted.split('/').map(slugSegment).filter(Boolean)
  const joined = type === 'doc' ? segments.join('/') : segments.join('-')
  const slug = truncate(joined, 180).replace(/[-/]$/, '') || fallback
  return type === 'page' && reservedSegments.has(slug) ? `${slug}-page` : slug
}

/** Returns the first unused slug of `slug`, `slug-2` and so on. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`
  return free
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns a title of at most 80 characters. Reports a changed title to `note`. */
export function titleFor(title: string, slug: string, note: (text: string) => void): string {
  const line = oneLine(title)
  if (!line) {
    const words = slug.split('/').at(-1)!.replaceAll('-', ' ')
    note('The title was missing and was created from the slug.')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  if (line.length <= MAX_TITLE) return line
  note(`The title was shortened to ${MAX_TITLE} characters: “${line}”.`)
  return ellipsizeWords(line, MAX_TITLE)
}

/**
 * Returns a description of 40 to 200 characters: the summary if it fits, or the start of the text. Reports a changed
 * description to `note`.
 */
export function descriptionFor(
  { summary, text, title }: { summary: string; text: string; title: string },
  note: (text: string) => void,
): string {
  const written = oneLine(summary)
  if (written.length >= DESCRIPTION.least && written.length <= DESCRIPTION.most) return written
  if (written.length > DESCRIPTION.most) {
    note(`The description was shortened to ${DESCRIPTION.most} characters: “${truncate(written, 1000)}”.`)
    return ellipsizeWords(written, DESCRIPTION.most)
  }
  const sentences = oneLine(text)
  const whole = [written, sentences].filter(Boolean).join(written.endsWith('.') || !written ? ' ' : '. ')
  const made = sentencesOf(whole || title)
  note(
    written
      ? `The description was too short (“${written}”) and was extended with text from the entry.`
      : 'The description was missing and was created from the text.',
  )
  return made.length >= DESCRIPTION.least ? made : padded(made, title)
}

/** Keeps whole sentences while they fit, at least 40 characters. */
function sentencesOf(text: string): string {
  if (text.length <= DESCRIPTION.least) return text
  let end = 0
  for (const { index } of text.slice(0, DESCRIPTION.most).matchAll(/[.!?](?=\s|$)/g)) {
    end = index + 1
    if (end >= DESCRIPTION.least) break
  }
  return end >= DESCRIPTION.least ? text.slice(0, end) : ellipsizeWords(text, DESCRIPTION.most)
}

const padded = (text: string, title: string) => {
  const named = text === title ? `${title}.` : `${title}: ${text}`
  return named.length >= DESCRIPTION.least
    ? truncate(named, DESCRIPTION.most)
    : `${/[.!?]$/.test(named) ? named : `${named}.`} Read the full text on this page.`.padEnd(
        DESCRIPTION.least,
        '.',
      )
}

/** Returns at most ten normalized tags. Reports changed and removed tags to `note`. */
export function tagsFor(tags: readonly string[], note: (text: string) => void): string[] {
  const kept = new Map<string, string>()
  const lost: string[] = []
  for (const tag of tags) {
    const slug = truncate(slugSegment(tag), 50).replace(/-$/, '')
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
