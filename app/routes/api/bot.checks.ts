import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import { checkBot as operation } from '#app/features/integrations/bot/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ POST: [operation, (ctx) => checkBot(ctx, { force: true })] })
export { serve as loader, serve as action }
