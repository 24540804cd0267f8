import { listModels } from '#app/features/chat/models.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listChatModels } from '#app/features/chat/operations.ts'

const serve = endpoint({ GET: [listChatModels, async (ctx) => ({ models: await listModels(ctx) })] })
export { serve as loader, serve as action }
