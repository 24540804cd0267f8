import { createAutomation as create, listAutomations } from '#app/features/automations/automations.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { createAutomation, listGuildAutomations } from '#app/features/automations/operations.ts'

const serve = endpoint({
  GET: [listGuildAutomations, (ctx, { params, query }) => listAutomations(ctx, { ...params, ...query })],
  POST: [
    createAutomation,
    (ctx, { params, body }) =>
      versioned('automation', create(ctx, { ...params, ...body }), (automation) => ({
        Location: `/api/guilds/${params.guildId}/automations/${automation.id}`,
      })),
  ],
})
export { serve as loader, serve as action }
