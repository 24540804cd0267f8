import type { LoaderFunctionArgs } from '@remix-run/node'
import { robotsTxt } from '#app/features/content/discovery/discovery.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(args, { type: 'text/plain; charset=utf-8', seconds: 3600 }, robotsTxt)
