import { createAutomation as create, listAutomations } from '#app/features/automations/automations.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { createAutomation, listGuildAutomations } from '#app/features/automations/operations.ts'

const serve = endpoint({
  GET: [listGuildAutomations, (ctx, { params, query }) => listAutomations(ctx, { ...params, ...query })],
  POST: [
    createAutomation,
    async (ctx, { params, body }) => {
      const automation = await create(ctx, { ...params, ...body })
      return withVersion({ automation }, automation.version, {
        Location: `/api/guilds/${params.guildId}/automations/${automation.id}`,
      })
    },
  ],
})
export { serve as loader, serve as action }
