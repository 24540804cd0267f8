import type { LoaderFunctionArgs } from '@remix-run/node'
import { speculationRules } from '#app/features/content/discovery/speculation.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(args, { type: 'application/speculationrules+json', seconds: 3600 }, async () =>
    JSON.stringify(speculationRules),
  )
