import { getMultipartBoundary, MultipartParseError, parseMultipart } from '@remix-run/multipart-parser'
import type { z } from 'zod'
import { Invalid, Refusal, TryLater } from '#app/errors.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { readBytes } from '#app/http/protocol/read-body.server.ts'

/** A file that came with a form, and the form’s other fields. */
export type Upload<T = Record<string, string>> = { file: { name: string; bytes: Buffer }; fields: T }

/** What may stand in a form beside its file: this many fields, of this many bytes in all, boundaries and names included. */
const MAX_PARTS = 10
const MAX_FIELDS_BYTES = 64 * 1024

/** How many forms may be on their way in at a time: each is kept in memory until it is there. */
const MAX_CONCURRENT_UPLOADS = 8
let activeUploads = 0

export const missingFileError = () =>
  new Invalid('file: Send a file.', [{ path: 'file', message: 'Send a file.' }])

/** Reads a `multipart/form-data` body with the field `file`. Throws 415 for another media type, 413, `Invalid`, `TryLater`. */
export async function readUpload<S extends z.ZodObject>(
  request: Request,
  { fields, most }: { fields: S; most: number },
): Promise<Upload<z.output<S>>> {
  const { files, values } = await readMultipartForm(request, { most })
  const file = files.at(-1)
  if (!file) throw missingFileError()
  return { file, fields: parse(fields, values) }
}

/** What a form may bring: bytes of files in all, and parts. */
export type FormLimits = { most: number; parts?: number }

/** The same for a form with any number of files. Browsers send an empty field as a file without a name. */
export async function readMultipartForm(
  request: Request,
  { most, parts = MAX_PARTS }: FormLimits,
): Promise<{ files: Upload['file'][]; values: Record<string, string> }> {
  const type = request.headers.get('Content-Type') ?? ''
  const boundary = /^multipart\/form-data\s*;/i.test(type) ? getMultipartBoundary(type) : null
  if (!boundary) {
    throw new Refusal('unsupported_media_type', 'Send the body as multipart/form-data with the field file.')
  }
  if (activeUploads >= MAX_CONCURRENT_UPLOADS) {
    throw new TryLater('unavailable', 'Too many files are being sent. Try again soon.', 5)
  }
  activeUploads++
  try {
    return partsOf(await readBytes(request, most + MAX_FIELDS_BYTES), boundary, { most, parts })
  } finally {
    activeUploads--
  }
}

function partsOf(body: Uint8Array, boundary: string, { most, parts }: Required<FormLimits>) {
  const values: Record<string, string> = {}
  const files: Upload['file'][] = []
  try {
    for (const part of parseMultipart(body, { boundary, maxParts: parts, maxFileSize: most })) {
      const { name, filename } = part
      if (name === undefined) continue
      if (name !== 'file') values[name] = part.text
      else if (filename || part.size)
        files.push({ name: filename ?? '', bytes: Buffer.from(part.bytes.buffer) })
    }
  } catch (error) {
    if (error instanceof MultipartParseError && /file size/i.test(error.message))
      throw new Refusal('payload_too_large', `A file may have at most ${most} bytes.`)
    // What the form says in another encoding than UTF-8 is a TypeError of the decoder.
    if (error instanceof MultipartParseError || error instanceof TypeError)
      throw new Invalid('The body is not multipart/form-data as its boundary says.')
    throw error
  }
  return { files, values }
}
