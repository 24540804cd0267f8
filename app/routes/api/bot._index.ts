import { connectBot, disconnectBot } from '#app/features/bots/bots.server.ts'
import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import * as operations from '#app/features/integrations/bot/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  GET: [operations.readBot, (ctx) => checkBot(ctx)],
  PUT: [operations.connectBot, (ctx, { body }) => connectBot(ctx, body)],
  DELETE: [operations.disconnectBot, (ctx) => disconnectBot(ctx)],
})
export { serve as loader, serve as action }
