import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { raiseRevision } from '#app/features/content/store/store.server.ts'

/**
 * Renders every body and checks the links of `site.yaml`. Throws `Invalid` with the file, line and reason for each
 * problem. Invalid front matter already throws an error when the folder is opened. For editors and the command line.
 */
export async function checkContent(ctx: Context): Promise<{ entries: number; skills: number }> {
  allow(ctx, 'content:publish')
  const { entries, skills } = ctx.contentIndex
  const links = ctx.contentIndex.checkSite()
  const wrong = links ? [links] : []
  for (const entry of entries) {
    await ctx.contentIndex.html(entry).catch((error: unknown) => wrong.push((error as Error).message))
  }
  if (wrong.length) throw new Invalid(wrong.join('\n'))
  return { entries: entries.length, skills: skills.length }
}

/**
 * Validates the content and increases its revision. Every instance then reads its files again within five seconds. For
 * editors and the command line. Throws `Invalid`.
 */
export async function publishContent(ctx: Context) {
  allow(ctx, 'content:publish')
  const checked = await checkContent(ctx)
  const revision = await raiseRevision(ctx.db, ctx.now().toISOString(), 'files')
  await ctx.signals.publish('content', {})
  return { ...checked, revision }
}
