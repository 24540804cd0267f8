import { plainText } from '#app/features/content/search/plain-text.js'
import type { EntryType } from '#app/features/content/schema.ts'
import { reservedSegments } from '#app/site/paths.ts'
import { decoded, ellipsizeWords, normalizeStart, truncate } from '#app/primitives/text.ts'

/** Length of a published description in characters. */
export const descriptionLength = { least: 40, most: 200 } as const

const MAX_SEGMENT_LENGTH = 80
const MAX_TAG_LENGTH = 50

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

/** Converts the start of a text to lowercase letters, digits and single hyphens. Returns an empty string if none remain. */
export function slugSegment(text: string): string {
  const lower = decoded(text)
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => characters[letter]!)
  const plain = normalizeStart(lower, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
  return truncate(plain.replace(/^-/, ''), MAX_SEGMENT_LENGTH).replace(/-$/, '')
}

/** Converts a typed tag to lowercase letters, digits and single hyphens, or to an empty string if none remain. */
export const normalizeTag = (tag: string): string =>
  truncate(slugSegment(tag), MAX_TAG_LENGTH).replace(/-$/, '')

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

/** Keeps whole sentences while they fit, at least 40 characters. */
export function firstSentences(text: string): string {
  const { least, most } = descriptionLength
  if (text.length <= least) return text
  let end = 0
  for (const { index } of text.slice(0, most).matchAll(/[.!?](?=\s|$)/g)) {
    end = index + 1
    if (end >= least) break
  }
  return end >= least ? text.slice(0, end) : ellipsizeWords(text, most)
}

/** Matches the first line of a block that is not a paragraph: heading, list, quote, table, component, image, rule. */
const NOT_PROSE = /^(?:#|[-*+] |\d+[.)] |>|\||<|!\[|---|\*\*\*|\{)/

/** Returns the paragraphs of a Markdown body, without code, lists, tables and other blocks. */
function paragraphsOf(body: string): string[] {
  const paragraphs: string[] = []
  let fence = ''
  let block: 'none' | 'prose' | 'other' = 'none'
  for (const line of body.split('\n')) {
    const text = line.trim()
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence || mark) {
      if (!fence) fence = mark!
      else if (mark?.startsWith(fence) && text === mark) fence = ''
      block = 'none'
    } else if (!text) block = 'none'
    else if (block === 'prose') paragraphs[paragraphs.length - 1] += ` ${text}`
    else if (block === 'none' && !NOT_PROSE.test(text)) {
      block = 'prose'
      paragraphs.push(text)
    } else if (!text.startsWith('#')) block = 'other'
  }
  return paragraphs
}

/** Returns the first sentences of a body’s paragraphs. A short text is returned as it is. */
const startOf = (body: string): string =>
  firstSentences(plainText(paragraphsOf(body).slice(0, 20).join('\n')))

/** Returns a description from the first sentences of a body, or an empty string if its paragraphs are too short. */
export function suggestDescription(body: string): string {
  const description = startOf(body)
  return description.length >= descriptionLength.least ? description : ''
}

/** Fills in an empty description from the body. Publishing does this each time, so the description follows the text. */
export const withDescription = <T extends { description: string; body: string }>(fields: T): T =>
  fields.description ? fields : { ...fields, description: startOf(fields.body) }
