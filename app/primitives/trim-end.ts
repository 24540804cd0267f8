/** Removes every `sign` from the end of a text. A pattern such as `/\/+$/` takes quadratic time for runs elsewhere in it. */
export function trimEndOf(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end--
  return text.slice(0, end)
}
