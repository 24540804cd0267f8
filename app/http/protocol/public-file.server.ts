import type { LoaderFunctionArgs } from '@remix-run/node'
import { contextFor, type Context } from '#app/context.server.ts'
import { methodNotAllowed } from '#app/errors.ts'
import { termsHeaders } from '#app/site/terms.ts'
import { compress, etagOf, contentTag } from '#app/http/protocol/compression.server.ts'
import { chooseCoding, matchesEtag, type Coding } from '#app/http/protocol/negotiate.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'

/** Options for serving a file. */
type PublicFileOptions = {
  type: string
  /** Cache lifetime in seconds. */
  seconds: number
  /** Allows scripts from other origins to read the file. */
  anyOrigin?: boolean
  /** Cache name, if the bytes depend only on the content. The compressed bytes are then cached. */
  fromContent?: string
  /** Extra headers, also sent with errors. */
  headers?: Record<string, string>
}

/** Serves a public file with a strong ETag. Rejects methods other than GET and HEAD. */
export async function publicFile(
  { request, context }: LoaderFunctionArgs,
  { type, seconds, anyOrigin = false, fromContent, headers: given }: PublicFileOptions,
  work: (ctx: Context) => Promise<string | Buffer>,
): Promise<Response> {
  const more = { ...(anyOrigin ? { 'Access-Control-Allow-Origin': '*' } : {}), ...given }
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw methodNotAllowed(request.method)
    }
    const { contentIndex, revisionCache } = context.app
    const make = async () => createPublicFile(await work(contextFor(context.app, { kind: 'anonymous' })))
    const file = await (fromContent
      ? revisionCache.recall(`file ${fromContent}`, contentIndex.digest, make)
      : make())
    const accepted = request.headers.get('Accept-Encoding') ?? undefined
    const coding = fromContent ? chooseCoding(accepted) : 'identity'
    const etag = etagOf(file.tag, coding)
    const headers: Record<string, string> = {
      ETag: etag,
      'Cache-Control': `public, max-age=${seconds}`,
      ...(fromContent ? { Vary: 'Accept-Encoding', ...termsHeaders(contentIndex.site.content_signals) } : {}),
      ...more,
    }
    if (matchesEtag(request.headers.get('If-None-Match'), etag)) {
      return new Response(null, { status: 304, headers })
    }
    const bytes = await file.inCoding(coding)
    headers['Content-Type'] = type
    headers['Content-Length'] = String(bytes.length)
    if (coding !== 'identity') headers['Content-Encoding'] = coding
    return new Response(new Uint8Array(bytes), { headers })
  } catch (error) {
    return errorResponse(error, context, more)
  }
}

/** Returns a loader, and an action that rejects other methods, for a file that is identical for all visitors. */
export const publicFileRoute =
  (options: PublicFileOptions, work: (ctx: Context, args: LoaderFunctionArgs) => Promise<string | Buffer>) =>
  (args: LoaderFunctionArgs) =>
    publicFile(args, options, (ctx) => work(ctx, args))

/** Wraps the bytes of a file and compresses them once per requested coding. */
function createPublicFile(content: string | Buffer) {
  const bytes = Buffer.from(content)
  const coded = new Map<Coding, Promise<Buffer>>()
  return {
    tag: contentTag(bytes),
    inCoding(coding: Coding) {
      const made = coded.get(coding) ?? compress(bytes, coding)
      coded.set(coding, made)
      return made
    },
  }
}
