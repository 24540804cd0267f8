import { registerCommands as register } from '#app/features/commands/registration.server.ts'
import { readRegistration as read } from '#app/features/commands/registrations.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { readRegistration, registerCommands } from '#app/operations/registration.ts'

const serve = endpoint({
  GET: [readRegistration, (ctx, { params }) => read(ctx, params)],
  POST: [registerCommands, (ctx, { params, body }) => register(ctx, { ...params, ...body })],
})
export { serve as loader, serve as action }
