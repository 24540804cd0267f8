/**
 * Removes every trailing `sign` from a text. A pattern such as `/\/+$/` takes quadratic time for runs inside the text.
 */
export function trimEndOf(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}

/** Collapses whitespace and control characters, so that user text cannot add lines or headers. */
export const singleLine = (text: string): string =>
  text.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()

/** Matches characters that can change the text around them: control characters and direction overrides. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Matches one line without control characters and direction overrides. */
export const SAFE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u

/** Replaces control characters, line breaks and direction overrides by one space for each run. */
export const toSafeLine = (text: string): string => text.replace(UNSAFE, ' ')

/** Checks whether a text has a visible character. Hangul fillers and the blank Braille pattern are not visible. */
export const isVisible = (text: string): boolean =>
  /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Normalizes line endings and removes control characters. */
export const normalizedText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim()

/** Keeps the first `most` characters without splitting a surrogate pair. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

/** Decodes a percent-encoded text. Returns malformed text unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Keeps as much text as fits into `most` bytes of UTF-8. */
export const truncateBytes = (text: string, most: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(most)).read)

/**
 * Applies a Unicode normalization form to the first 1,000 characters. Normalization takes quadratic time for long runs
 * of combining marks, so the text is truncated first.
 */
export const normalizeStart = (text: string, form: 'NFC' | 'NFKD'): string =>
  truncate(text, 1_000).normalize(form)

/** Removes case and accents for comparisons. Reads the first 1,000 characters. */
export const foldAccents = (text: string): string =>
  normalizeStart(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Cuts a text longer than `most` to `kept` characters and adds an ellipsis. */
export const ellipsize = (text: string, most: number, kept = most - 1): string =>
  text.length > most ? `${truncate(text, kept)}…` : text

/** Cuts a text longer than `most` at a word boundary and adds an ellipsis. */
export function ellipsizeWords(text: string, most: number): string {
  if (text.length <= most) return text
  const space = text.lastIndexOf(' ', most - 2)
  return `${text.slice(0, space > most / 2 ? space : most - 2)} …`
}

/** Returns the first unused id of `prefix-1`, `prefix-2` and so on, starting at a number. */
export function firstFreeId(prefix: string, items: readonly object[], from = 1): string {
  const taken = items.map((item) => 'id' in item && item.id)
  let number = from
  while (taken.includes(`${prefix}-${number}`)) number += 1
  return `${prefix}-${number}`
}

/** Joins parts as `a, b and c`. */
export const joinList = (parts: readonly string[], word = 'and'): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`
