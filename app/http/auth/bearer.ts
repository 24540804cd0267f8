/**
 * Returns the token of `Authorization: Bearer` (RFC 6750, 2.1), or null. Accepts the scheme in any case and several
 * spaces.
 */
export const bearerToken = (header: string | null | undefined): string | null =>
  /^bearer +([^\s,]+)$/i.exec(header ?? '')?.[1] ?? null
