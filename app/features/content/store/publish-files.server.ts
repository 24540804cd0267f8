import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { raiseRevision } from '#app/features/content/store/store.server.ts'

/**
 * Renders every body. Throws `Invalid` that names file, line and reason of each that is wrong; a folder whose front matter
 * is wrong cannot even be opened. For editors and the command line.
 */
export async function checkContent(ctx: Context): Promise<{ entries: number; skills: number }> {
  allow(ctx, 'content:publish')
  const { entries, skills } = ctx.contentIndex
  const wrong: string[] = []
  for (const entry of entries) {
    await ctx.contentIndex.html(entry).catch((error: unknown) => wrong.push((error as Error).message))
  }
  if (wrong.length) throw new Invalid(wrong.join('\n'))
  return { entries: entries.length, skills: skills.length }
}

/**
 * Checks the content and raises its revision, upon which every instance reads its content files anew, within five seconds
 * at most. For editors and the command line. Throws `Invalid`.
 */
export async function publishContent(ctx: Context) {
  allow(ctx, 'content:publish')
  const checked = await checkContent(ctx)
  const revision = await raiseRevision(ctx.db, ctx.now().toISOString(), 'files')
  await ctx.signals.publish('content', {})
  return { ...checked, revision }
}
