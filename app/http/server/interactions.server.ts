import type { IncomingMessage } from 'node:http'
import { contextFor, type App } from '#app/context.server.ts'
import { Invalid, Unauthorized } from '#app/errors.ts'
import { recordHeartbeat } from '#app/features/integrations/heartbeat.server.ts'
import { answerInteractions } from '#app/features/interactions/interactions.server.ts'
import {
  interactionTypes,
  interaction,
  type InteractionResponse,
  type Interaction,
} from '#app/features/interactions/schema.ts'
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
import { MAX_INTERACTION_BYTES } from '#app/http/api/signed-body.server.ts'
import { answerInteractions as operation } from '#app/features/interactions/operations.ts'

/** Maximum number of interactions in one transaction. */
const MAX_BATCH = 64

const headers = [
  ...fixedHeaders,
  ...flattenHeaders({ ...dataHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }),
]

type QueuedInteraction = {
  asked: Interaction
  resolve: (answer: InteractionResponse) => void
  reject: (error: unknown) => void
}

/**
 * Creates the handler of Discord interactions, which bypasses Hono because interactions are the most frequent writes.
 * Errors are handled as usual.
 */
export function createInteractionHandler(app: App) {
  const { interactionMaxSkewSeconds } = app.config
  const publicKey = () => app.bot.application().publicKey
  const ctx = contextFor(app, { kind: 'discord' })
  let waiting: QueuedInteraction[] = []

  /** Batches interactions of the same event loop turn to reduce the cost of transactions. */
  function together(asked: Interaction): Promise<InteractionResponse> {
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ asked, resolve, reject })
    })
  }

  function flush() {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_BATCH) {
      void answerBatch(all.slice(start, start + MAX_BATCH))
    }
  }

  /**
   * Handles a batch. If the batch fails, repeats each interaction separately, so that one failure does not affect the
   * others.
   */
  async function answerBatch(batch: QueuedInteraction[]) {
    try {
      const given = await answerInteractions(
        ctx,
        batch.map(({ asked }) => asked),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(given[index]!)
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error)
      for (const one of batch) await answerBatch([one])
    }
  }

  async function answerTo(asked: Interaction): Promise<InteractionResponse> {
    if (asked.type !== interactionTypes.ping && asked.type !== interactionTypes.autocomplete)
      return together(asked)
    const [answer] = await answerInteractions(ctx, [asked])
    return answer!
  }

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
      const text = JSON.stringify(await answerTo(asked))
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
