import { createChallenge } from '#app/features/contact/challenge.server.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'
import { readChallenge } from '#app/features/contact/operations.ts'

const serve = endpoint({ GET: [readChallenge, (ctx) => createChallenge(ctx)] })
export { serve as loader, serve as action }
