import { decoded, normalizeStart, singleLine, toSafeLine, truncate } from '#app/primitives/text.ts'

/** Maximum length of a counted text. */
const MAX_TEXT = 120

/** Parts of a text that can identify a person or grant access, and their replacements. */
const personal: [RegExp, string][] = [
  [/[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[^\s@<>]{2,24}/g, '(email)'],
  // Keys and ids mix digits with other characters. Words of this length are rare.
  [/\b(?=[A-Za-z_-]{0,80}\d)(?=[\d_-]{0,80}[A-Za-z])[\w-]{16,}/g, '(id)'],
  [/\+?\d[\d ().-]{5,24}\d/g, '(number)'],
]

/**
 * Returns a text of a visitor as it is counted: one line of at most 120 visible characters, without emails, long numbers
 * and ids. Returns an empty text if nothing is left.
 */
export function publicText(text: string): string {
  const line = singleLine(toSafeLine(normalizeStart(text, 'NFC')).replace(/\p{Cf}/gu, ''))
  const cleaned = personal.reduce((left, [pattern, instead]) => left.replace(pattern, instead), line)
  return truncate(cleaned, MAX_TEXT).trim()
}

/** Returns the path of a missing page as it is counted: decoded once, and without personal parts. */
export const publicPath = (path: string): string => publicText(decoded(path))
