/**
 * Percent-encodes what a `Location` header cannot carry, lone surrogates as U+FFFD; nothing else changes. Only ASCII goes
 * into a header (RFC 9110 section 5.5).
 */
export const encodeLocation = (path: string): string =>
  path.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\0-\x7f]+/g, encodeURIComponent)
