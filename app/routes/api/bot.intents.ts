import { enableIntents } from '#app/features/integrations/bot/change.server.ts'
import { enableBotIntents } from '#app/features/integrations/bot/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ POST: [enableBotIntents, (ctx) => enableIntents(ctx)] })
export { serve as loader, serve as action }
