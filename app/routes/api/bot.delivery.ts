import { setDelivery } from '#app/features/integrations/bot/change.server.ts'
import { setBotDelivery } from '#app/features/integrations/bot/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ PUT: [setBotDelivery, (ctx, { body }) => setDelivery(ctx, body)] })
export { serve as loader, serve as action }
