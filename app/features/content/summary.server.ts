import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'

/** How much is published, by type, and the ten entries that changed last. For whoever may open the console. */
export async function summarizeContent(ctx: Context) {
  allow(ctx, 'console:open')
  const { entries } = ctx.library
  const ofType = (type: string) => entries.filter((entry) => entry.type === type).length
  return {
    counts: { pages: ofType('page'), docs: ofType('doc'), posts: ofType('post') },
    recent: [...entries]
      .sort((a, b) => b.updated.localeCompare(a.updated) || a.path.localeCompare(b.path))
      .slice(0, 10)
      .map(({ path, title, updated }) => ({ path, title, updated })),
  }
}
