import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Coding } from '#app/http/protocol/negotiate.ts'

/** Size in bytes above which the best compression is too slow. */
const LARGE = 256 * 1024

type Compress = (bytes: Buffer) => Promise<Buffer>

/** Adds zstd, which the Node types include only from version 22. */
const { zstdCompress, constants } = zlib as typeof zlib & {
  zstdCompress?: (bytes: Buffer, options: object, done: (error: Error | null, result: Buffer) => void) => void
  constants: { ZSTD_c_compressionLevel: number }
}

const compressors: Record<Exclude<Coding, 'identity'>, Compress> = {
  br: (bytes) =>
    promisify(zlib.brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 5 : 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // A window no larger than the content halves the time with the same result.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(bytes.length + 16)))),
      },
    }),
  zstd: (bytes) =>
    promisify(zstdCompress!)(bytes, {
      params: { [constants.ZSTD_c_compressionLevel]: bytes.length > LARGE ? 9 : 19 },
    }) as Promise<Buffer>,
  gzip: (bytes) => promisify(zlib.gzip)(bytes, { level: 9 }),
}

/** Compresses at a high level, because the results are sent many times. */
export const compress = async (bytes: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'identity' ? bytes : compressors[coding](bytes)

/** Returns a strong entity tag, different for each coding (RFC 9110 section 8.8.3.3). */
export const etagOf = (tag: string, coding: Coding) =>
  coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`

/** Returns the content part of an entity tag: 22 characters of the content's SHA-256. */
export const contentTag = (content: Buffer | string) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)
