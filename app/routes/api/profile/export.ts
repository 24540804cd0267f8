import { exportAccount } from '#app/features/privacy/export.server.ts'
import { endpoint, withHeaders } from '#app/http/api/endpoint.server.ts'
import { exportProfile } from '#app/features/privacy/operations.ts'

const serve = endpoint({
  GET: [
    exportProfile,
    async (ctx) => {
      const account = await exportAccount(ctx)
      const name = `account-${account.exported_at.slice(0, 10)}.json`
      return withHeaders(account, { 'Content-Disposition': `attachment; filename="${name}"` })
    },
  ],
})
export { serve as loader, serve as action }
