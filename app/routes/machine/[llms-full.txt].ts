import type { LoaderFunctionArgs } from '@remix-run/node'
import { llmsFull } from '#app/features/content/discovery/llms.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(
    args,
    { type: 'text/plain; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'llms-full.txt' },
    (ctx) => llmsFull(ctx, args.context.pages),
  )
