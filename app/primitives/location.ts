/** Percent-encodes non-ASCII characters for a `Location` header (RFC 9110 section 5.5). Lone surrogates become U+FFFD. */
export const encodeLocation = (path: string): string =>
  path.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\0-\x7f]+/g, encodeURIComponent)
