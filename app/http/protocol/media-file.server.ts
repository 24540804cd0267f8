import type { LoaderFunctionArgs } from '@remix-run/node'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { contextFor } from '#app/context.server.ts'
import { methodNotAllowed } from '#app/errors.ts'
import { findMedia, openMedia, type FoundMedia, type MediaRequest } from '#app/features/media/serve.server.ts'
import { matchesEtag } from '#app/http/protocol/negotiate.ts'
import { errorResponse } from '#app/http/protocol/error-response.server.ts'

/** Policy for SVG files that are opened directly: nothing runs or loads. The files are also sent as downloads. */
const svgPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; frame-ancestors 'none'"

/** Serves an image. Deleted images return 404 even if the ETag matches. Rejects methods other than GET and HEAD. */
export async function serveMedia(
  { request, context }: LoaderFunctionArgs,
  wanted: MediaRequest,
): Promise<Response> {
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw methodNotAllowed(request.method)
    }
    const ctx = contextFor(context.app, { kind: 'anonymous' })
    const found = await findMedia(ctx, wanted)
    const headers = headersOf(found)
    if (matchesEtag(request.headers.get('If-None-Match'), headers.ETag!)) {
      return new Response(null, { status: 304, headers })
    }
    const { from, bytes } = await openMedia(ctx, found)
    headers['Content-Length'] = String(bytes)
    headers['Content-Type'] = found.type === 'image/svg+xml' ? `${found.type}; charset=utf-8` : found.type
    if (Buffer.isBuffer(from)) return new Response(new Uint8Array(from), { headers })
    if (request.method === 'GET') return new Response(streamOf(from, bytes), { headers })
    await from.close()
    return new Response(null, { headers })
  } catch (error) {
    return errorResponse(error, context)
  }
}

function headersOf({ key, type, name }: FoundMedia): Record<string, string> {
  return {
    // The key contains the hash of the original and determines the size.
    ETag: `"${key.replaceAll('/', '-')}"`,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Access-Control-Allow-Origin': '*',
    ...(type === 'image/svg+xml'
      ? {
          'Content-Security-Policy': svgPolicy,
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        }
      : {}),
  }
}

/** Streams a file on demand. The file is always closed at the end. */
const streamOf = (file: FileHandle, bytes: number) =>
  Readable.toWeb(createReadStream('', { fd: file, end: bytes - 1 })) as ReadableStream<Uint8Array>
