import { JsonLimitError, parseLimited } from '#app/primitives/bounded-json.ts'
import { Invalid, Refusal } from '#app/errors.ts'

/** A client that is still sending would miss the answer: this much of what is too much is read and let go. */
const DRAIN_BYTES = 16 * 1024 * 1024

/** What may be left of the body is not read, so that the connection cannot be used again. */
const tooLarge = (max: number) =>
  new Refusal('payload_too_large', `The body may have at most ${max} bytes.`, {
    headers: { Connection: 'close' },
  })

/** Reads a body of at most `max` bytes and keeps no more than that in memory. Throws 413. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array> {
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

/** Reads JSON, 1 MiB at most; undefined if the body is empty. Throws 413, 415, and `Invalid` for broken JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? ''
  const isJson = /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type)
  const wrongType = () => new Refusal('unsupported_media_type', 'Send the body as application/json.')
  if (!isJson && Number(request.headers.get('Content-Length')) > 0) throw wrongType()
  const bytes = await readBytes(request, 1024 * 1024)
  if (!bytes.length) return undefined
  if (!isJson) throw wrongType()
  return parseJson(bytes)
}

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/** True for what a form of HTML sends. */
export const isForm = ({ headers }: Request): boolean => formTypes.test(headers.get('Content-Type') ?? '')

/** Reads the fields of an HTML form, 1 MiB at most. The last of a name counts. Throws 413, and `Invalid` for files. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const body = await readBytes(request, 1024 * 1024)
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
  const fields = await new Response(body as BodyInit, { headers }).formData().catch(() => null)
  if (!fields) throw new Invalid('The form cannot be read.')
  const entries = [...fields].map(([name, value]) => {
    if (typeof value !== 'string') throw new Invalid('Files are not taken here.')
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
    throw new Invalid('The body is not JSON in UTF-8.')
  }
}
