import type { LoaderFunctionArgs } from '@remix-run/node'
import { contextFor, type Context } from '#app/context.server.ts'
import { methodNotAllowed } from '#app/errors.ts'
import { termsHeaders } from '#app/site/terms.ts'
import { compress, etagOf, contentTag } from '#app/http/protocol/compression.server.ts'
import { chooseCoding, matchesEtag, type Coding } from '#app/http/protocol/negotiate.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'

/** How a file goes out. */
type PublicFileOptions = {
  /** The media type. */
  type: string
  /** How many seconds a cache may keep it. */
  seconds: number
  /** Whether other sites' scripts may read it. */
  anyOrigin?: boolean
  /** Set if only the content decides the bytes: then they are kept under this name, compressed. */
  fromContent?: string
  /** More headers, on a refusal too. */
  headers?: Record<string, string>
}

/** Serves a file that is the same for everyone, with a strong ETag. As loader and action, refuses other methods. */
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
    const { contentIndex, revisionCache, config } = context.app
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
      ...(fromContent ? { Vary: 'Accept-Encoding', ...termsHeaders(config.contentSignal) } : {}),
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

/** A file's bytes, compressed once for each coding that somebody asked for. */
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
