import { saveIntegration } from '#app/features/integrations/integrations.server.ts'
import { endpoint, withVersion } from '#app/http/endpoint.server.ts'
import { saveGuildIntegration } from '#app/operations/guilds.ts'

const serve = endpoint({
  PUT: [
    saveGuildIntegration,
    async (ctx, { params, body, version }) => {
      const integration = await saveIntegration(ctx, { ...params, ...body, version })
      return withVersion({ integration }, integration.revision)
    },
  ],
})
export { serve as loader, serve as action }
