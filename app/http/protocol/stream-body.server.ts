import type { LoadContext } from '#app/context.server.ts'

/** Response body that is generated while it is sent. */
export type StreamedBody = { type: string; chunks: AsyncIterable<string | Uint8Array> }

/** Headers of a streamed response, which proxies must not buffer. A closed connection stops the generation. */
export const unbufferedHeaders = { 'X-Accel-Buffering': 'no', Connection: 'close' }

/**
 * Streams chunks with backpressure and stops when the client disconnects. An error before the first chunk is thrown. A
 * later error closes the connection, so that the body does not look complete.
 */
export async function streamBody(
  chunks: StreamedBody['chunks'],
  { app, facts, abortResponse }: LoadContext,
): Promise<ReadableStream<Uint8Array>> {
  const pieces = chunks[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let isCancelled = false
  let first: IteratorResult<string | Uint8Array> | null = await pieces.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await pieces.next())
          first = null
          if (isCancelled) return
          if (done) controller.close()
          else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        } catch (error) {
          app.log.error({ err: error, request_id: facts.requestId }, 'a response was interrupted')
          abortResponse?.()
        }
      },
      async cancel() {
        isCancelled = true
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
