import { describeTypes } from '#app/features/cms/types.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { describeEntryTypes } from '#app/features/cms/operations.ts'

const serve = endpoint({ GET: [describeEntryTypes, (ctx) => describeTypes(ctx)] })
export { serve as loader, serve as action }
