import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import type { DeadSiteLink } from '#app/features/cms/schema.ts'
import { typeOf } from '#app/features/cms/present.server.ts'
import { entryById } from '#app/features/cms/store.server.ts'
import { pathOfEntry } from '#app/features/content/slugs.ts'
import type { SiteField } from '#app/site/identity.ts'
import { pageOfMarkdownPath } from '#app/site/paths.ts'

/** Finds the entries, including deleted ones, without a public page that the settings of the site link to. */
export async function findDeadSiteLinks(ctx: Context, entries: readonly EntryOf[]): Promise<DeadSiteLink[]> {
  allow(ctx, 'cms:write')
  const { site, siteLocks, brokenLinks } = ctx.contentIndex
  const fields = new Map<string, Set<SiteField>>()
  for (const { at, path } of brokenLinks(site)) {
    const page = pageOfMarkdownPath(path) ?? path
    fields.set(page, (fields.get(page) ?? new Set()).add(at[0] as SiteField))
  }
  if (!fields.size) return []
  const found: DeadSiteLink[] = []
  for (const { id } of entries) {
    const row = await entryById(ctx.db, id)
    const path = row && pathOfEntry({ type: typeOf(row), slug: row.slug })
    const linked = [...(fields.get(path ?? '') ?? [])]
    if (path && linked.length)
      found.push({ path, fields: linked, isLocked: linked.some((name) => siteLocks[name]) })
  }
  return found
}
