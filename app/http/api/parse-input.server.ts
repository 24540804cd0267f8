import type { LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { Conflict, Invalid } from '#app/errors.ts'
import type { IdempotentCall } from '#app/features/idempotency/idempotency.server.ts'
import { parse, rejectRepeated } from '#app/http/protocol/parse.ts'
import { isForm, parseJson, readForm, readJson } from '#app/http/protocol/read-body.server.ts'
import { readUpload, type Upload } from '#app/http/protocol/upload.server.ts'
import type { Operation } from '#app/operations/operation.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
/** Input of a rule, parsed with the schemas of its operation. */
export type Input<O extends Operation> = {
  params: Parsed<O['params']>
  query: Parsed<O['query']>
  body: Parsed<O['body']>
  upload: O['upload'] extends { fields: infer F } ? Upload<Parsed<F>> : undefined
  /** Version in `If-Match`. */
  version: O['versioned'] extends true ? number : undefined
  /** Idempotent call for `Idempotency-Key`, if the rule itself handles repeated calls. */
  repeat: O['joins'] extends true ? IdempotentCall | null : unknown
}
/**
 * Parses the parameters, query, headers and body. Throws `Invalid`, 413 and 415, `TryLater` if the caller sends too many
 * uploads, and 428 if the version is missing.
 */
export async function readInput(
  { params, query, body, upload, versioned, forms }: Operation,
  { request, params: inPath }: LoaderFunctionArgs,
  raw: Uint8Array | null,
  caller: string,
) {
  return {
    params: params && parse(params, inPath),
    query: query ? parse(query, queryIn(request, query)) : upload && rejectQuery(request),
    version: versioned ? versionIn(request.headers) : undefined,
    upload: upload && (await readUpload(request, { ...upload, caller })),
    body: body && parse(body, await given(body)),
    repeat: undefined,
  } as Input<Operation>

  async function given(schema: z.ZodType) {
    if (raw) return parseJson(raw)
    if (forms && isForm(request)) return fieldsOf(schema, await readForm(request))
    return (await readJson(request)) ?? withoutBody(request, schema)
  }
}

/** Returns the query parameters. Throws `Invalid` for repeated parameters. */
function queryIn({ url }: Request, { shape }: z.ZodObject) {
  const { searchParams } = new URL(url)
  rejectRepeated(searchParams, Object.keys(shape))
  return Object.fromEntries(searchParams)
}

/** Throws `Invalid` if an upload has query parameters. Its options, such as `dry_run`, are form fields. */
function rejectQuery({ url }: Request): undefined {
  const [name] = new URL(url).searchParams.keys()
  if (name === undefined) return
  const message = 'Uploads accept no query parameters. Send options as form fields.'
  throw new Invalid(message, [{ path: name, message }])
}

/** Keeps only the fields of the schema, because forms also send button values. */
const fieldsOf = (schema: z.ZodType, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => Object.hasOwn((schema as z.ZodObject).shape, name)),
  )

/**
 * Returns the version in `If-Match`, which versioned writes require (RFC 9110 section 13.1.1). Entity tags of reads with an
 * API key have a hash after the version. Throws 428 without the header, and `Invalid` for other tags, lists and `*`.
 */
function versionIn(headers: Headers): number {
  const tag = headers.get('If-Match')
  if (tag === null) {
    throw new Conflict('Send If-Match with the version that you read, such as "v3".', 'precondition_required')
  }
  const version = /^\s*"v(0|[1-9]\d{0,8})(?:-[\w-]+)?"\s*$/.exec(tag)?.[1]
  if (version === undefined)
    throw new Invalid('If-Match must be one quoted version, such as "v3", or the ETag from your last read.')
  return Number(version)
}

/** Returns an empty object if a DELETE request has no body. Otherwise throws `Invalid` with the required fields. */
function withoutBody({ method }: Request, schema: z.ZodType) {
  if (method === 'DELETE') return {}
  parse(schema, {})
  throw new Invalid('Send the fields as a JSON body.')
}
