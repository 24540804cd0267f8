import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from '#app/http/negotiate.ts'

/** Bytes that are served often: hashed once, compressed once for each coding that somebody asked for. */
export type Body = { identity: Buffer; tag: string; coded: Map<Coding, Buffer> }

const compressors: Record<Exclude<Coding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

export function makeBody(bytes: Buffer): Body {
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { identity: bytes, tag, coded: new Map([['identity', bytes]]) }
}

/** The bytes in a coding, made at the first call. */
export async function inCoding(body: Body, coding: Coding): Promise<Buffer> {
  const made = body.coded.get(coding)
  if (made || coding === 'identity') return made ?? body.identity
  const bytes = await compressors[coding](body.identity)
  body.coded.set(coding, bytes)
  return bytes
}

/** A strong entity tag: another one for each coding (RFC 9110 section 8.8.3.3). */
export const etagOf = (body: Body, coding: Coding) =>
  coding === 'identity' ? `"${body.tag}"` : `"${body.tag}-${coding}"`
