import { revealSubmission as reveal } from '#app/features/contact/inbox.server.ts'
import { endpoint } from '#app/http/endpoint.server.ts'
import { revealSubmission } from '#app/operations/contact.ts'

const serve = endpoint({ POST: [revealSubmission, (ctx, { params }) => reveal(ctx, params)] })
export { serve as loader, serve as action }
