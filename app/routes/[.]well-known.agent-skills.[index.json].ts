import type { LoaderFunctionArgs } from '@remix-run/node'
import { skillsIndex } from '#app/features/content/discovery.server.ts'
import { publicFile } from '#app/http/public-file.server.ts'

const serve = (args: LoaderFunctionArgs) =>
  publicFile(args, { type: 'application/json', seconds: 300, anyOrigin: true }, async (ctx) =>
    JSON.stringify(await skillsIndex(ctx), null, 2),
  )
export { serve as loader, serve as action }
