import { registerCommands as register } from '#app/features/commands/registration/register.server.ts'
import { readRegistration as read } from '#app/features/commands/registration/overview.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readRegistration, registerCommands } from '#app/features/commands/registration/operations.ts'

const serve = endpoint({
  GET: [readRegistration, (ctx, { params }) => read(ctx, params)],
  POST: [registerCommands, (ctx, { params, body }) => register(ctx, { ...params, ...body })],
})
export { serve as loader, serve as action }
