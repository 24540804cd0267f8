import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, NotFound } from '#app/errors.ts'
import { recordAudit, staleError } from '#app/features/audit/audit.server.ts'
import {
  notifyPublished,
  readStoredSite,
  writeStoredSite,
} from '#app/features/content/store/publishing.server.ts'
import { findMedia } from '#app/features/media/serve.server.ts'
import type { SavedSite, SaveSiteInput } from '#app/features/site/schema.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { changedNames } from '#app/primitives/objects.ts'
import { siteSettings, type SiteField, type SiteSettings } from '#app/site/identity.ts'

/** Returns the stored settings of the site. */
export async function readSiteSettings(ctx: Context): Promise<SavedSite> {
  allow(ctx, 'site:write')
  return present(ctx, await readStoredSite(ctx))
}

/**
 * Changes the given settings on every instance. Throws `Stale` if `version` is outdated, and `Invalid` for locked
 * settings, missing images and links without a target.
 */
export async function saveSiteSettings(
  ctx: Context,
  { version, settings: change }: SaveSiteInput & { version: number },
): Promise<SavedSite> {
  allow(ctx, 'site:write')
  const saved = await inTransaction(ctx, async (inner) => {
    const before = await readStoredSite(inner)
    const settings = applyChange(before.settings, change)
    const changed = changedFields(before.settings, settings)
    await checkSettings(inner, settings, changed)
    const row = await writeStoredSite(inner, { ...before, settings }, version)
    if (!row) {
      const based = { action: 'site.changed', id: 'site', version } as const
      throw await staleError(inner, based, { ...before, updated_by: null })
    }
    await recordAudit(inner, {
      action: 'site.changed',
      target: { kind: 'site', id: 'site', name: settings.name ?? null },
      // Storing a value that already applied, such as a default, changes nothing.
      details: {
        changed: changedNames(changed, { ...ctx.contentIndex.site, ...before.settings }, settings),
        version: row.version,
      },
    })
    return row
  })
  await notifyPublished(ctx)
  return present(ctx, saved)
}

type Stored = Awaited<ReturnType<typeof readStoredSite>>

const present = (
  { contentIndex }: Context,
  { settings, starter, version, updated_at }: Stored,
): SavedSite => ({
  settings,
  locked: contentIndex.siteLocks,
  starter,
  version,
  updated_at,
})

/** Applies a change. Null removes a setting, so that its default applies. */
function applyChange(before: SiteSettings, change: SaveSiteInput['settings']): SiteSettings {
  const merged = { ...before, ...change } as Record<string, unknown>
  const entries = Object.entries(merged).filter(([, value]) => value !== null && value !== undefined)
  return siteSettings.parse(Object.fromEntries(entries))
}

const changedFields = (before: SiteSettings, after: SiteSettings) =>
  changedNames([...new Set([...Object.keys(before), ...Object.keys(after)])] as SiteField[], before, after)

const places = { file: 'in site.yaml', environment: 'by an environment variable' }
const imageFields = ['logo', 'logo_dark', 'icon'] as const

async function checkSettings(ctx: Context, settings: SiteSettings, changed: SiteField[]): Promise<void> {
  const { siteLocks } = ctx.contentIndex
  const issues: { path: string; message: string }[] = []
  const add = (at: readonly (string | number)[], message: string) =>
    issues.push({ path: ['settings', ...at].join('.'), message })
  for (const name of changed)
    if (siteLocks[name]) add([name], `This setting is set ${places[siteLocks[name]]}. Change it there.`)
  for (const name of imageFields)
    if (changed.includes(name) && settings[name] && !(await imageExists(ctx, settings[name])))
      add([name], 'The media library has no image at this path. Upload the image, or enter another path.')
  for (const { at, path } of ctx.contentIndex.brokenLinks(settings))
    if (changed.includes(at[0] as SiteField))
      add(at, `There is no page at ${path}. Create the page, or change the link.`)
  if (issues.length) throw new Invalid('These settings cannot be saved. Fix the marked fields.', issues)
}

async function imageExists(ctx: Context, path: string): Promise<boolean> {
  if (!path.startsWith('/media/')) return false
  return findMedia(ctx, { file: path.slice('/media/'.length), width: null }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFound) return false
      throw error
    },
  )
}
