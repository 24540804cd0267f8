import { setImmediate as breathe } from 'node:timers/promises'
import { allow, hasRole } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Forbidden, Refusal } from '#app/errors.ts'
import { currentActor } from '#app/features/accounts/sign-in/sessions.server.ts'
import {
  countsOf,
  planImport,
  planRedirects,
  withUrls,
  type Plan,
} from '#app/features/cms/import/plan.server.ts'
import { readInProcess } from '#app/features/cms/import/read-process.server.ts'
import { openImport, type SiteFile } from '#app/features/cms/import/read-site.server.ts'
import type {
  ImportedEntry,
  ImportedImage,
  ImportedRedirect,
  ImportReport,
} from '#app/features/cms/import/schema.ts'
import type { ReadyEntry, ReadySite } from '#app/features/cms/import/site.ts'
import { storeImported } from '#app/features/cms/import/store-imported.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { publishQuietly } from '#app/features/cms/publishing.server.ts'
import { redirectInput } from '#app/features/content/redirects.ts'
import { notifyPublished } from '#app/features/content/store/publishing.server.ts'
import { createRedirects } from '#app/features/content/store/redirects.server.ts'
import { uploadMedia } from '#app/features/media/media.server.ts'
import { formatAmount } from '#app/primitives/count.ts'

/**
 * Options of an import. `digest` identifies the report that the user reviewed. `signal` stops the import between two
 * entries.
 */
export type ImportOptions = {
  file: SiteFile
  publish: boolean
  dryRun: boolean
  digest?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Imports a site from an export of another system or a ZIP of Markdown files. A dry run only reports. With `digest`,
 * imports exactly what that report showed. Entries are stored one by one, and repeating an import changes nothing, so a
 * stopped import can be repeated. Throws `Invalid`, `TryLater`, `Conflict` if the digest differs, and `Forbidden` if the
 * user loses access during the import.
 */
export async function importSite(
  ctx: Context,
  { file, publish, dryRun, digest, signal }: ImportOptions,
): Promise<ImportReport> {
  allow(ctx, 'cms:write')
  const author = ctx.actor.kind === 'user' ? ctx.actor.name : ctx.contentIndex.site.name
  const site = await readInProcess(ctx, { file, options: { author } }, signal)
  const plan = await planImport(ctx, site, { publish })
  if (dryRun) return plan.report
  if (digest !== undefined && digest !== plan.report.digest)
    throw new Conflict(
      'The file, the options or the site changed after the preview. Preview the import again and check the report.',
    )
  try {
    return await applyPlan(ctx, { file, signal }, site, plan)
  } finally {
    // A stopped import can have published entries.
    await notifyPublished(ctx)
  }
}

/** Returns the context of the next step, with the current permissions of the user. Throws if the import must stop. */
type NextStep = () => Promise<Context>

async function applyPlan(
  ctx: Context,
  { file, signal }: Pick<ImportOptions, 'file' | 'signal'>,
  site: ReadySite,
  { report, urls }: Plan,
): Promise<ImportReport> {
  const entries: ImportedEntry[] = []
  const stopped = (reason: string) =>
    `The import stopped after ${entries.length} of ${formatAmount(site.entries.length, 'entry', 'entries')}, because ${reason}. The imported entries remain. You can repeat the import.`
  const nextStep: NextStep = async () => {
    // No client receives this.
    if (signal?.aborted) throw new Refusal('request_timeout', stopped('the client closed the connection'))
    const actor = await currentActor(ctx)
    if (actor.kind !== 'system' && !(actor.kind === 'user' && hasRole(actor.role, 'cms:write')))
      throw new Forbidden(stopped('your session ended or your account lost its permission'))
    return { ...ctx, actor }
  }
  const images = await storeImages(nextStep, file, site, report.images, urls)
  const refused = new Set<string>()
  for (const [index, entry] of site.entries.entries()) {
    const planned = report.entries[index]!
    // Without the published entry that a draft changes, the draft is a new entry.
    const isAlone = planned.outcome === 'changed' && refused.has(planned.path)
    const plan: ImportedEntry = isAlone ? { ...planned, outcome: 'created', notes: entry.notes } : planned
    const done = await applyEntry(await nextStep(), entry, plan, urls)
    if (done.outcome === 'refused') refused.add(done.path)
    entries.push(done)
    // Lets other requests run between two entries.
    await breathe()
  }
  const redirects = await applyRedirects(await nextStep(), await planRedirects(ctx, site, entries))
  const lists = { entries, images, redirects, skipped: report.skipped }
  return { ...report, ...lists, dry_run: false, counts: countsOf(lists) }
}

/** Uploads the new images, and adds their URLs to `urls`. */
async function storeImages(
  nextStep: NextStep,
  file: SiteFile,
  { images }: ReadySite,
  planned: readonly ImportedImage[],
  urls: Map<string, string>,
): Promise<ImportedImage[]> {
  const archive = await openImport(file)
  const stored: ImportedImage[] = []
  for (const [index, { file: name, hash, alt }] of images.entries()) {
    const image = planned[index]!
    if (image.outcome === 'unchanged') {
      stored.push(image)
      continue
    }
    const ctx = await nextStep()
    try {
      const { media } = await uploadMedia(ctx, {
        file: { name, bytes: await archive.read(name) },
        alt: alt.slice(0, 500),
      })
      urls.set(hash, media.url)
      stored.push({ ...image, url: media.url })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      stored.push({ ...image, outcome: 'refused', note: error.message })
    }
  }
  return stored
}

async function applyEntry(
  ctx: Context,
  entry: ReadyEntry,
  planned: ImportedEntry,
  urls: ReadonlyMap<string, string>,
): Promise<ImportedEntry> {
  if (planned.outcome === 'refused') return planned
  if (planned.outcome === 'unchanged' && !planned.publishes) return planned
  const { type } = entry
  const fields = withUrls(entry.fields, urls)
  try {
    const saved = await storeImported(ctx, type, { ...fields, body: withoutMissing(fields.body) })
    return await publishStored(ctx, saved, planned)
  } catch (error) {
    return { ...planned, outcome: 'refused', publishes: false, notes: [reasonOf(error), ...planned.notes] }
  }
}

/** Publishes a stored entry if the plan says so. If publishing is refused, the entry remains a draft. */
async function publishStored(
  ctx: Context,
  { type, id, version }: CmsEntry,
  planned: ImportedEntry,
): Promise<ImportedEntry> {
  if (!planned.publishes) return { ...planned, id }
  try {
    await publishQuietly(ctx, { type, id, version }, { announces: false })
    return { ...planned, id }
  } catch (error) {
    const note = `The entry remains a draft because it cannot be published: ${reasonOf(error)}`
    return { ...planned, id, publishes: false, notes: [note, ...planned.notes] }
  }
}

/** Returns the reason for a refusal. Rethrows other errors, and refusals that can succeed later. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal) || error.status >= 500) throw error
  const reasons = (error.issues ?? []).map(({ path, message }) => `${path}: ${message}`)
  return reasons.join(' ') || error.message
}

/** Replaces refused images with their descriptions. */
const withoutMissing = (body: string) =>
  body
    .replace(/!\[((?:[^\]\\]|\\.)*)\]\(\/media\/import\/[0-9a-f]{64}(?: "[^"]*")?\)/g, '$1')
    .replace(/\]\(\/media\/import\/[0-9a-f]{64}\)/g, '](/)')

async function applyRedirects(
  ctx: Context,
  planned: readonly ImportedRedirect[],
): Promise<ImportedRedirect[]> {
  const wanted = planned.filter(({ outcome }) => outcome === 'created' || outcome === 'changed')
  const results = await createRedirects(
    ctx,
    wanted.map(({ from, to }) => redirectInput.parse({ from, to })),
  )
  const refusals = new Map(results.map(({ input, refused }) => [input.from, refused]))
  return planned.map((one) => {
    const refused = refusals.get(one.from)
    return refused ? { ...one, outcome: 'refused', note: refused } : one
  })
}
