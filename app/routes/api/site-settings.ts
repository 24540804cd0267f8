import { readSiteSettings, saveSiteSettings } from '#app/features/site/settings.server.ts'
import {
  readSiteSettings as readOperation,
  saveSiteSettings as saveOperation,
} from '#app/features/site/operations.ts'
import { endpoint, withVersion } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  GET: [
    readOperation,
    async (ctx) => {
      const saved = await readSiteSettings(ctx)
      return withVersion(saved, saved.version)
    },
  ],
  PUT: [
    saveOperation,
    async (ctx, { body, version }) => {
      const saved = await saveSiteSettings(ctx, { ...body, version })
      return withVersion(saved, saved.version)
    },
  ],
})
export { serve as loader, serve as action }
