import type { LoaderFunctionArgs } from '@remix-run/node'
import { groupOfSlug, llmsOfGroup } from '#app/features/content/discovery/llms.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) => {
  const group = groupOfSlug(args.params.group)
  const options = { type: 'text/plain; charset=utf-8', seconds: 300, anyOrigin: true }
  return publicFile(args, group ? { ...options, fromContent: `llms-full.txt of ${group}` } : options, (ctx) =>
    llmsOfGroup(ctx, { group }, args.context.pages),
  )
}
