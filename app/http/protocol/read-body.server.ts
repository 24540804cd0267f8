import { JsonLimitError, parseLimited } from '#app/primitives/bounded-json.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import { formatBytes } from '#app/primitives/bytes.ts'
import { formatInteger } from '#app/primitives/count.ts'

/**
 * Bytes of an oversized body that are read and discarded, because a client that is still sending would miss the
 * response.
 */
const DRAIN_BYTES = 16 * 1024 * 1024

/** Creates the 413 refusal. Unread bytes can remain, so the connection is closed. */
const tooLarge = (max: number) =>
  new Refusal('payload_too_large', `The request body can be at most ${formatBytes(max)}.`, {
    headers: { Connection: 'close' },
  })

/**
 * Reads a body of at most `max` bytes and buffers no more than that. Throws 413, and `Invalid` if the client aborts.
 */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
  try {
    return await readAll(request, max)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Invalid('The connection ended before the body was complete. Send the request again.')
  }
}

async function readAll(request: Request, max: number): Promise<Uint8Array> {
  const declared = request.headers.get('Content-Length')
  if (Number(declared) > max + DRAIN_BYTES) throw tooLarge(max)
  if (declared !== null && Number(declared) <= max) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > max + DRAIN_BYTES) throw tooLarge(max)
    if (size <= max) chunks.push(chunk)
  }
  if (size > max) throw tooLarge(max)
  return Buffer.concat(chunks)
}

/**
 * Reads JSON of at most `max` bytes, 1 MiB by default. Returns undefined for an empty body. Throws 413, 415, and
 * `Invalid` for malformed JSON.
 */
export async function readJson(request: Request, max = 1024 * 1024): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? ''
  const isJson = /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)
  const wrongType = () => new Refusal('unsupported_media_type', 'Send the body as application/json.')
  if (!isJson && Number(request.headers.get('Content-Length')) > 0) throw wrongType()
  const bytes = await readBytes(request, max)
  if (!bytes.length) return undefined
  if (!isJson) throw wrongType()
  return parseJson(bytes)
}

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/** Checks for the content type of an HTML form. */
export const isForm = ({ headers }: Request): boolean => formTypes.test(headers.get('Content-Type') ?? '')

/** Maximum number of fields in a form. Each costs time in parsing, and again when a refused form is shown. */
const MAX_FIELDS = 1_000

const tooManyFields = () =>
  new Invalid(`A form can have at most ${formatInteger(MAX_FIELDS)} fields. Reload the page.`)

/** Throws `Invalid` if a URL-encoded form has more than 1,000 fields. Counts before anything is parsed. */
export function limitFields(body: Uint8Array): void {
  let fields = 1
  for (const byte of body) if (byte === 0x26) fields++
  if (fields > MAX_FIELDS) throw tooManyFields()
}

/** Parses a URL-encoded form. If a field is repeated, its last value is used. Throws `Invalid` for too many fields. */
export function parseFields(body: Uint8Array): Record<string, string> {
  limitFields(body)
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()))
}

/**
 * Reads the fields of an HTML form of at most 1 MiB. If a field is repeated, its last value is used. Throws 413, and
 * `Invalid` for files and for more than 1,000 fields.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const body = await readBytes(request, 1024 * 1024)
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
  if (!/^multipart/i.test(headers['Content-Type'])) limitFields(body)
  const fields = await new Response(body as BodyInit, { headers }).formData().catch(() => null)
  if (!fields) throw new Invalid('The form data is invalid. Reload the page and submit the form again.')
  if ([...fields.keys()].length > MAX_FIELDS) throw tooManyFields()
  const entries = [...fields].map(([name, value]) => {
    if (typeof value !== 'string') throw new Invalid('This form does not accept files. Remove the file.')
    return [name, value] as const
  })
  return Object.fromEntries(entries)
}

/** Parses bytes as JSON within `jsonLimits`. Throws `Invalid`. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return parseLimited(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof JsonLimitError) throw new Invalid(`The JSON has ${error.message}.`)
    throw new Invalid('The body must be valid JSON in UTF-8.')
  }
}
