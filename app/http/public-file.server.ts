import type { LoaderFunctionArgs } from '@remix-run/node'
import { contextFor, type Context } from '#app/context.server.ts'
import { etagOf, tagOf } from '#app/http/body.server.ts'
import { matchesEtag } from '#app/http/negotiate.ts'
import { refuse } from '#app/http/refuse.server.ts'

/** How a file goes out: its media type, how many seconds a cache may keep it, and whether other sites' scripts may read it. */
type Form = { type: string; seconds: number; anyOrigin?: boolean }

/**
 * Answers with bytes that are the same for everyone, with a strong ETag, and 304 to who has them. `work` gets the
 * context of an anonymous actor; what it throws becomes the one error body.
 */
export async function publicFile(
  { request, context }: LoaderFunctionArgs,
  { type, seconds, anyOrigin = false }: Form,
  work: (ctx: Context) => Promise<string | Buffer>,
): Promise<Response> {
  const origin = anyOrigin ? { 'Access-Control-Allow-Origin': '*' } : undefined
  try {
    const body = await work(contextFor(context.app, { kind: 'anonymous' }))
    const etag = etagOf(tagOf(body), 'identity')
    const headers = { ETag: etag, 'Cache-Control': `public, max-age=${seconds}`, ...origin }
    if (matchesEtag(request.headers.get('If-None-Match'), etag))
      return new Response(null, { status: 304, headers })
    return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
      headers: { 'Content-Type': type, ...headers },
    })
  } catch (error) {
    return refuse(error, context, origin)
  }
}
