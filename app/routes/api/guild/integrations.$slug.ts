import { saveIntegration } from '#app/features/integrations/integrations.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { saveGuildIntegration } from '#app/features/integrations/operations.ts'

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
