import { undeleteEntry as undelete } from '#app/features/cms/removal.server.ts'
import { endpoint, versioned } from '#app/http/api/endpoint.server.ts'
import { undeleteEntry } from '#app/features/cms/operations.ts'

const serve = endpoint({
  POST: [undeleteEntry, (ctx, { params }) => versioned('entry', undelete(ctx, params))],
})
export { serve as loader, serve as action }
