import { listAudit as rule } from '#app/features/audit/audit.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { listAudit } from '#app/features/accounts/admin-operations.ts'

const serve = endpoint({ GET: [listAudit, (ctx, { query }) => rule(ctx, query)] })
export { serve as loader, serve as action }
