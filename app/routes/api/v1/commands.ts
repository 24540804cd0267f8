import { reportCommands } from '#app/features/commands/manage.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listCommands } from '#app/openapi/v1.ts'

const serve = endpoint({ GET: [listCommands, (ctx, { query }) => reportCommands(ctx, query)] })
export { serve as loader, serve as action }
