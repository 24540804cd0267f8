/** Removes every `sign` from the end of a text. A pattern such as `/\/+$/` takes quadratic time for runs elsewhere in it. */
export function trimEndOf(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}

/** Keeps the first `most` characters, and never half of a surrogate pair, which would be no text any more. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)
}

/** Keeps what fits in so many bytes of UTF-8. */
export const truncateBytes = (text: string, most: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(most)).read)

/** Cuts a text longer than `most` after `kept` characters, with an ellipsis. */
export const ellipsize = (text: string, most: number, kept = most - 1): string =>
  text.length > most ? `${truncate(text, kept)}…` : text

/** Cuts a text longer than `most` between words, with an ellipsis. */
export function ellipsizeWords(text: string, most: number): string {
  if (text.length <= most) return text
  const space = text.lastIndexOf(' ', most - 2)
  return `${text.slice(0, space > most / 2 ? space : most - 2)} …`
}
