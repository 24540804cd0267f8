import { streamAnswer as follow } from '#app/features/chat/stream-answer.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { unbufferedHeaders } from '#app/http/protocol/stream-body.server.ts'
import { followAnswer } from '#app/features/chat/operations.ts'

/** Returns the number of the last event that the client received, or 0 if the header is invalid. */
const lastEvent = ({ headers }: Request) =>
  Number(/^\d{1,9}$/.exec(headers.get('Last-Event-ID') ?? '')?.[0] ?? 0)

const serve = endpoint({
  GET: [
    followAnswer,
    async (ctx, { params }, { request }) =>
      withHeaders(await follow(ctx, { ...params, after: lastEvent(request) }), unbufferedHeaders),
  ],
})
export { serve as loader, serve as action }
