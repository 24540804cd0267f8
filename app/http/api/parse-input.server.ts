import type { LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { Conflict, Invalid } from '#app/errors.ts'
import type { IdempotentCall } from '#app/features/idempotency/idempotency.server.ts'
import { parse, rejectRepeated } from '#app/http/protocol/parse.ts'
import { isForm, parseJson, readForm, readJson } from '#app/http/protocol/read-body.server.ts'
import { readUpload, type Upload } from '#app/http/protocol/upload.server.ts'
import type { Operation } from '#app/operations/operation.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
/** What a rule gets of a call, parsed by the schemas of its operation. */
export type Input<O extends Operation> = {
  params: Parsed<O['params']>
  query: Parsed<O['query']>
  body: Parsed<O['body']>
  upload: O['upload'] extends { fields: infer F } ? Upload<Parsed<F>> : undefined
  /** The version that `If-Match` names; 0, which nothing saved has, when it names none of ours. */
  version: O['versioned'] extends true ? number : undefined
  /** What the header `Idempotency-Key` stands for, where the rule itself leads a repeat to what was begun. */
  repeat: O['joins'] extends true ? IdempotentCall | null : unknown
}
/** Reads and parses what came in, from the address to the body. Throws `Invalid`, 413, 415, and 428 without a version. */
export async function readInput(
  { params, query, body, upload, versioned, forms }: Operation,
  { request, params: inPath }: LoaderFunctionArgs,
  raw: Uint8Array | null,
) {
  return {
    params: params && parse(params, inPath),
    query: query && parse(query, queryIn(request, query)),
    version: versioned ? versionIn(request.headers) : undefined,
    upload: upload && (await readUpload(request, upload)),
    body: body && parse(body, await given(body)),
    repeat: undefined,
  } as Input<Operation>

  async function given(schema: z.ZodType) {
    if (raw) return parseJson(raw)
    if (forms && isForm(request)) return fieldsOf(schema, await readForm(request))
    return (await readJson(request)) ?? withoutBody(request, schema)
  }
}

/** Reads the query. Throws `Invalid` for a parameter that comes twice: each has one value. */
function queryIn({ url }: Request, { shape }: z.ZodObject) {
  const { searchParams } = new URL(url)
  rejectRepeated(searchParams, Object.keys(shape))
  return Object.fromEntries(searchParams)
}

/** A form brings fields of its own, such as that of the button: only those that are asked for count. */
const fieldsOf = (schema: z.ZodType, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => Object.hasOwn((schema as z.ZodObject).shape, name)),
  )

/** RFC 9110 section 13.1.1: a write to a versioned thing names what it is based on. */
function versionIn(headers: Headers): number {
  const tag = headers.get('If-Match')
  if (tag === null) {
    throw new Conflict('Send If-Match with the version that you read, such as "v3".', 'precondition_required')
  }
  return Number(/^\s*"v(\d{1,9})"\s*$/.exec(tag)?.[1] ?? 0)
}

/** Returns an empty body for a DELETE without one. Elsewhere throws `Invalid`, which names the required fields. */
function withoutBody({ method }: Request, schema: z.ZodType) {
  if (method === 'DELETE') return {}
  parse(schema, {})
  throw new Invalid('Send the fields as a JSON body.')
}
