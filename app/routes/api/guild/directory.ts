import { readDirectory } from '#app/features/directory/directory.server.ts'
import { readGuildDirectory } from '#app/features/directory/operations.ts'
import { endpoint } from '#app/http/api/endpoint.server.ts'

const serve = endpoint({ GET: [readGuildDirectory, (ctx, { params }) => readDirectory(ctx, params)] })
export { serve as loader, serve as action }
