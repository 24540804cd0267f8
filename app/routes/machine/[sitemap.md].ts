import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemapMarkdown } from '#app/features/content/discovery/sitemap.server.ts'
import { publicFile } from '#app/http/protocol/public-file.server.ts'

export const loader = (args: LoaderFunctionArgs) =>
  publicFile(
    args,
    { type: 'text/markdown; charset=utf-8', seconds: 300, anyOrigin: true, fromContent: 'sitemap.md' },
    sitemapMarkdown,
  )
