import type { IncomingMessage } from 'node:http'
import { contextFor, type App } from '#app/context.server.ts'
import { Invalid, Unauthorized } from '#app/errors.ts'
import { recordHeartbeat } from '#app/features/integrations/heartbeat.server.ts'
import { askFromDiscord } from '#app/features/ask/command.server.ts'
import { createAnswerQueue } from '#app/features/interactions/answer-queue.server.ts'
import { answerInteractions as operation } from '#app/features/interactions/operations.ts'
import { MAX_INTERACTION_BYTES, interaction } from '#app/features/interactions/schema.ts'
import { isSigned } from '#app/features/interactions/signature.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { parseJson } from '#app/http/protocol/read-body.server.ts'
import {
  dataHeaders,
  fixedHeaders,
  requestHeaders,
  flattenHeaders,
} from '#app/http/protocol/security-headers.server.ts'

const headers = [
  ...fixedHeaders,
  ...flattenHeaders({ ...dataHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }),
]

/**
 * Creates the handler of Discord interactions, which bypasses Hono because interactions are the most frequent writes.
 * Errors are handled as usual.
 */
export function createInteractionHandler(app: App) {
  const { interactionMaxSkewSeconds } = app.config
  const publicKey = () => app.bot.application().publicKey
  const ctx = contextFor(app, { kind: 'discord' })
  const answer = createAnswerQueue(app, askFromDiscord)

  return {
    /** Checks whether this handler takes a request: the body length is known and allowed, and a public key is set. */
    takes: ({ path, request: { method, headers } }: Visit): boolean =>
      path === operation.path &&
      method === operation.method &&
      publicKey() !== null &&
      Number(headers['content-length']) <= MAX_INTERACTION_BYTES,

    /** Responds to an interaction. Throws the same 401 for all signature problems before it parses the body. */
    async answer({ request, response, facts }: Visit): Promise<void> {
      const key = publicKey()
      const body = await bytesOf(request)
      const signature = one(request, 'x-signature-ed25519')
      const timestamp = one(request, 'x-signature-timestamp')
      const signed = { signature, timestamp, body }
      if (key === null || !isSigned(key, signed, app.now(), interactionMaxSkewSeconds)) {
        throw new Unauthorized('invalid_signature', 'The request signature is not valid.')
      }
      const asked = parse(interaction, parseJson(body))
      const text = JSON.stringify(await answer(asked))
      const length = ['Content-Length', String(Buffer.byteLength(text))]
      response.writeHead(200, headers.concat(requestHeaders(facts), length)).end(text)
      void recordHeartbeat(ctx, asked.guild_id ?? '', 'discord')
    },
  }
}

const one = ({ headers }: IncomingMessage, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Reads the whole body. Rejects if the client disconnects. */
function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', () => reject(new Invalid('The body is incomplete.')))
  })
}
