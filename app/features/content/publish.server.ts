import { allow } from '#app/access.ts'
import type { App, Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import { WrongContent } from '#app/features/content/library.server.ts'
import { contentRevision, raiseRevision } from '#app/features/content/store.server.ts'

/** How often an instance looks whether content was published elsewhere, in milliseconds: a signal may be lost. */
const LOOK_EVERY = 2_000

/**
 * Renders every body. Throws `Invalid` that names file, line and reason of each that is wrong; a folder whose front matter
 * is wrong cannot even be opened. For editors and the command line.
 */
export async function checkContent(ctx: Context): Promise<{ entries: number; skills: number }> {
  allow(ctx, 'content:publish')
  const { entries, skills } = ctx.library
  const wrong: string[] = []
  for (const entry of entries) {
    await ctx.library.html(entry).catch((error: unknown) => wrong.push((error as Error).message))
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
  const revision = await raiseRevision(ctx.db, ctx.now().toISOString())
  await ctx.signals.publish('content', { revision })
  return { ...checked, revision }
}

/**
 * Reads the content anew whenever its revision was raised, on this instance or another, and calls `changed` when that
 * made a difference. Content that is wrong is logged, and what was there stays. Returns what ends the watch.
 */
export async function watchContent(app: App, changed: () => void): Promise<() => void> {
  let seen = await contentRevision(app.db)
  let reading: Promise<void> | null = null

  async function look() {
    const revision = await contentRevision(app.db)
    if (revision === seen) return
    try {
      if (await app.library.reload()) changed()
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error
      app.log.error({ problems: error.message }, 'the content that was published is wrong and not shown')
    }
    seen = revision
  }
  const lookOnce = () => {
    reading ??= look()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the content could not be read anew'))
      .finally(() => (reading = null))
  }
  const unsubscribe = app.signals.subscribe('content', lookOnce)
  const timer = setInterval(lookOnce, LOOK_EVERY).unref()
  return () => {
    clearInterval(timer)
    unsubscribe()
  }
}
