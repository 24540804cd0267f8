/**
 * Returns the one token of an `Authorization: Bearer` header, or null (RFC 6750 section 2.1). The scheme is
 * case-insensitive and any number of spaces may follow it (RFC 9110 section 11.4).
 */
export const bearerToken = (header: string | null | undefined): string | null =>
  /^bearer +([^\s,]+)$/i.exec(header ?? '')?.[1] ?? null
