import { contextFor, type App, type Context } from '#app/context.server.ts'
import { Refusal, Stale } from '#app/errors.ts'
import { changeEntry } from '#app/features/cms/change.server.ts'
import { checkPublishable } from '#app/features/cms/checks.server.ts'
import { fieldsOf, typeOf } from '#app/features/cms/present.server.ts'
import { publishRow } from '#app/features/cms/publishing.server.ts'
import { dueEntries, nextDue, type EntryRow } from '#app/features/cms/store.server.ts'
import { notifyPublished } from '#app/features/content/store/publishing.server.ts'
import { startBackgroundWorker } from '#app/platform/process/background-worker.server.ts'
import { withLabel } from '#app/primitives/plain-messages.ts'

/**
 * Interval between checks for due entries, in milliseconds. Entries that are due sooner are still published on time.
 */
const POLL_INTERVAL_MS = 60_000

/**
 * Starts publishing scheduled entries, each on one instance only. Records each failure and clears the schedule of the
 * entry. Returns a function that stops the worker.
 */
export const startPublishing = (app: App): (() => Promise<void>) =>
  startBackgroundWorker(contextFor(app, { kind: 'system' }), {
    name: 'publishing',
    every: POLL_INTERVAL_MS,
    topic: 'schedule',
    failureMessage: 'scheduled entries could not be published',
    async run(ctx, isStopping) {
      await publishDue(ctx, isStopping)
      return (await nextDue(ctx.db)) ?? null
    },
  })

/** Publishes the entries that are due. */
export async function publishDue(ctx: Context, isStopping: () => boolean = () => false): Promise<void> {
  const due = await dueEntries(ctx.db, ctx.now().toISOString())
  for (const row of due) if (!isStopping()) await publishOne(ctx, row)
  if (due.length) await notifyPublished(ctx)
}

async function publishOne(ctx: Context, row: EntryRow): Promise<void> {
  const type = typeOf(row)
  const entry = { type, id: row.id, version: row.version }
  try {
    await checkPublishable(ctx, type, fieldsOf(row))
    await changeEntry(ctx, entry, { act: 'published', work: publishRow })
  } catch (error) {
    // Another instance was first, or the entry has changed. The next check finds the entries that are still due.
    if (error instanceof Stale) return
    if (!(error instanceof Refusal)) throw error
    const trouble = [
      error.message,
      ...(error.issues ?? []).map(({ path, message }) => withLabel(path.split('.'), message)),
    ]
    await changeEntry(ctx, entry, {
      act: 'unscheduled',
      work: () => ({
        status: row.live_version === null ? 'draft' : 'published',
        scheduled_at: null,
        trouble: trouble.join(' ').slice(0, 1000),
      }),
    })
  }
}
