import { readSettings, saveSettings } from '#app/features/settings/settings.server.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'
import { readGuildSettings, saveGuildSettings } from '#app/features/integrations/operations.ts'

const serve = endpoint({
  GET: [
    readGuildSettings,
    async (ctx, { params }) => {
      const saved = await readSettings(ctx, params)
      return withVersion(saved, saved.version)
    },
  ],
  PUT: [
    saveGuildSettings,
    async (ctx, { params, body, version }) => {
      const saved = await saveSettings(ctx, { ...params, ...body, version })
      return withVersion(saved, saved.version)
    },
  ],
})
export { serve as loader, serve as action }
