import { revealSubmission as reveal } from '#app/features/contact/inbox.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { revealSubmission } from '#app/features/contact/operations.ts'

const serve = endpoint({ POST: [revealSubmission, (ctx, { params }) => reveal(ctx, params)] })
export { serve as loader, serve as action }
