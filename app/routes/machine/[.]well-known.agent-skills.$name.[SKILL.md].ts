import type { LoaderFunctionArgs } from '@remix-run/node'
import { readSkill } from '#app/features/content/discovery/discovery.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

const serve = (args: LoaderFunctionArgs) =>
  publicFile(args, { type: 'text/markdown; charset=utf-8', seconds: 300, anyOrigin: true }, async (ctx) => {
    const { bytes } = await readSkill(ctx, { name: args.params.name ?? '' })
    return bytes
  })
export { serve as loader, serve as action }
