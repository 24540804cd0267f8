import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { RequestFacts } from '#app/context.server.ts'
import { compress, etagOf, contentTag } from '#app/http/protocol/compression.server.ts'
import { chooseCoding, matchesEtag, type Coding } from '#app/http/protocol/negotiate.ts'
import { headersOf } from '#app/http/protocol/security-headers.server.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const compressible = /^(text|application|image\/svg)/

type File = { bytes: Buffer; tag: string; coded: Map<Coding, Buffer>; type: string; cache: string }
export type StaticFiles = Map<string, File>

/** Reads the client build once. Files under `/assets/` have a hash in their name and never change. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && types[extname(entry.name)] && !entry.parentPath.includes('.vite'),
  )
  return new Map(
    await Promise.all(
      files.map(async (entry): Promise<[string, File]> => {
        const path = join(entry.parentPath, entry.name)
        const address = `/${relative(folder, path).split(sep).join('/')}`
        const cache = address.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600'
        const bytes = await readFile(path)
        const type = types[extname(path)]!
        return [address, { bytes, tag: contentTag(bytes), coded: new Map(), type, cache }]
      }),
    ),
  )
}

/** Serves a static file for GET or HEAD. */
export async function sendStatic(
  file: File,
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
): Promise<void> {
  const coding = compressible.test(file.type) ? chooseCoding(request.headers['accept-encoding']) : 'identity'
  const bytes = file.coded.get(coding) ?? (await compress(file.bytes, coding))
  file.coded.set(coding, bytes)
  const etag = etagOf(file.tag, coding)
  const headers: Record<string, string | number> = {
    ...headersOf(facts),
    'Cache-Control': file.cache,
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  headers['Content-Type'] = file.type
  headers['Content-Length'] = bytes.length
  if (coding !== 'identity') headers['Content-Encoding'] = coding
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes)
}
