import { getMultipartBoundary, MultipartParseError, parseMultipart } from '@remix-run/multipart-parser'
import type { z } from 'zod'
import { Invalid, Refusal, TryLater } from '#app/errors.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { readBytes } from '#app/http/protocol/read-body.server.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

/** Uploaded file and the other fields of its form. */
export type Upload<T = Record<string, string>> = { file: { name: string; bytes: Buffer }; fields: T }

/** Limits of a form in addition to its file: number of parts, and bytes of fields including boundaries and names. */
const MAX_PARTS = 10
const MAX_FIELDS_BYTES = 64 * 1024

/** Maximum number of concurrent uploads, in total and of one caller, because each upload is buffered in memory. */
const MAX_CONCURRENT_UPLOADS = 8
const MAX_OF_CALLER = 2
/** Callers of the active uploads. */
const active: string[] = []

export const missingFileError = () =>
  new Invalid('File: Select a file.', [{ path: 'file', message: 'Select a file.' }])

/**
 * Reads a `multipart/form-data` body with a `file` field. Throws `Invalid`, `TryLater`, 413, and 415 for other media
 * types.
 */
export async function readUpload<S extends z.ZodObject>(
  request: Request,
  { fields, most, caller }: { fields: S; most: number; caller: string },
): Promise<Upload<z.output<S>>> {
  const { files, values } = await readMultipartForm(request, { most, caller })
  const file = files.at(-1)
  if (!file) throw missingFileError()
  return { file, fields: parse(fields, values) }
}

/** Limits of a form: total bytes of files and number of parts. */
export type FormLimits = { most: number; parts?: number }

/**
 * Reads a form with any number of files. Skips empty file fields, which browsers send without a name. `caller` is from
 * `callerIdOf`.
 */
export async function readMultipartForm(
  request: Request,
  { most, parts = MAX_PARTS, caller }: FormLimits & { caller: string },
): Promise<{ files: Upload['file'][]; values: Record<string, string> }> {
  const type = request.headers.get('Content-Type') ?? ''
  const boundary = /^multipart\/form-data\s*;/i.test(type) ? getMultipartBoundary(type) : null
  if (!boundary) {
    throw new Refusal('unsupported_media_type', 'Send the body as multipart/form-data with a file field.')
  }
  if (active.filter((one) => one === caller).length >= MAX_OF_CALLER) {
    throw new TryLater('unavailable', 'Your previous uploads are still in progress. Try again soon.', 5)
  }
  if (active.length >= MAX_CONCURRENT_UPLOADS) {
    throw new TryLater('unavailable', 'Too many uploads are in progress. Try again soon.', 5)
  }
  active.push(caller)
  try {
    return partsOf(await readBytes(request, most + MAX_FIELDS_BYTES), boundary, { most, parts })
  } finally {
    active.splice(active.indexOf(caller), 1)
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
      throw new Refusal('payload_too_large', `A file can be at most ${formatBytes(most)}.`)
    // If text is not UTF-8, the decoder throws a TypeError.
    if (error instanceof MultipartParseError || error instanceof TypeError)
      throw new Invalid('The multipart/form-data body does not match its boundary. Send the form again.')
    throw error
  }
  return { files, values }
}
