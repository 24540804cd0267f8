import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { watchedEntries } from '#app/features/cms/store.server.ts'

const DAY = 24 * 60 * 60_000

/**
 * Entries that could not be published when their time came, and those whose time comes within a day: `due` is when. `at` is
 * since when that is so.
 */
export async function watchEntries(ctx: Context, { most }: { most: number }) {
  allow(ctx, 'cms:write')
  const rows = await watchedEntries(ctx.db, new Date(ctx.now().getTime() + DAY).toISOString(), most)
  return rows.map(({ id, type, title, scheduled_at, updated_at, trouble }) => {
    const due = trouble === null ? scheduled_at : null
    const near = due && new Date(Date.parse(due) - DAY).toISOString()
    return { id, type, title, due, at: near && near > updated_at ? near : updated_at }
  })
}
