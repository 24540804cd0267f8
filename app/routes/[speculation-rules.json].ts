import type { LoaderFunctionArgs } from '@remix-run/node'
import { speculationRules } from '#app/features/content/speculation.ts'
import { publicFile } from '#app/http/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(args, { type: 'application/speculationrules+json', seconds: 3600 }, async () =>
    JSON.stringify(speculationRules),
  )
