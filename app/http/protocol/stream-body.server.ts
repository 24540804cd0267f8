import type { LoadContext } from '#app/context.server.ts'

/** A body that is made while it is sent. */
export type StreamedBody = { type: string; chunks: AsyncIterable<string | Uint8Array> }

/** Headers of an open body: proxies must not buffer it, and closing the connection lets the server stop. */
export const unbufferedHeaders = { 'X-Accel-Buffering': 'no', Connection: 'close' }

/**
 * Reads one piece when the client has taken the one before, and none after it has gone. What fails before the first piece is
 * thrown and refused like anything else; after it the connection ends, so that the document is not taken for whole.
 */
export async function streamBody(
  chunks: StreamedBody['chunks'],
  { app, facts, abortResponse }: LoadContext,
): Promise<ReadableStream<Uint8Array>> {
  const pieces = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let first: IteratorResult<string | Uint8Array> | null = await pieces.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await pieces.next())
          first = null
          if (done) controller.close()
          else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        } catch (error) {
          app.log.error({ err: error, request_id: facts.requestId }, 'an answer broke off')
          abortResponse?.()
        }
      },
      async cancel() {
        try {
          await pieces.return?.()
        } catch (error) {
          app.log.warn({ err: error, request_id: facts.requestId }, 'a stream did not end cleanly')
        }
      },
    },
    { highWaterMark: 0 },
  )
}
