import { allowAnyGuild } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { found } from '#app/errors.ts'
import { withoutDeadLinks } from '#app/features/content/content.server.ts'
import type { Entry } from '#app/features/content/schema.ts'

/** Path of the manual in the console. */
export const HELP = '/admin/help'

/** Returns the documents of Signpost’s manual in reading order. The build contains the manual. */
export async function listManual(ctx: Context): Promise<readonly Entry[]> {
  allowAnyGuild(ctx, 'console:open')
  return ctx.contentIndex.manual()
}

/**
 * Returns a document of the manual and its HTML, with links to other documents of the manual. Throws `NotFound`
 * for unknown slugs.
 */
export async function readManual(ctx: Context, { slug }: { slug: string }) {
  const docs = await listManual(ctx)
  const entry = found(
    docs.find((doc) => doc.slug === slug),
    'There is no document at this URL. To see all documents, open Help.',
  )
  const slugs = new Set(docs.map((doc) => doc.slug))
  const html = await ctx.contentIndex.html(entry)
  const linked = html
    .replace(/href="\/docs\/([a-z0-9/-]+)/g, (link, target: string) =>
      slugs.has(target) ? `href="${HELP}/${target}` : link,
    )
    .replaceAll('href="/docs"', `href="${HELP}"`)
  const has = (path: string) => path === '/contact' || ctx.contentIndex.find(path) !== undefined
  return { entry, html: withoutDeadLinks(linked, has), docs }
}
