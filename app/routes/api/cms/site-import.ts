import { importSite as operation } from '#app/features/cms/import/operations.ts'
import { importSite } from '#app/features/cms/import/import.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({
  POST: [
    operation,
    (ctx, { upload: { file, fields } }, { context }) => {
      const { dry_run: dryRun, ...options } = fields
      return importSite(ctx, { file, dryRun, ...options, signal: context.disconnected?.() })
    },
  ],
})
export { serve as loader, serve as action }
