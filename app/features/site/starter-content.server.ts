import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Conflict, Refusal } from '#app/errors.ts'
import { recordAudit } from '#app/features/audit/audit.server.ts'
import { createEntry } from '#app/features/cms/entries.server.ts'
import { publishEntry } from '#app/features/cms/publishing.server.ts'
import { entryInput } from '#app/features/cms/schema.ts'
import { frontMatter, type EntryType } from '#app/features/content/schema.ts'
import { readFrontMatter } from '#app/features/content/store/files.server.ts'
import {
  changeStoredSite,
  notifyPublished,
  readStoredSite,
} from '#app/features/content/store/publishing.server.ts'
import type { Starter } from '#app/features/content/store/site-content.ts'
import { readYaml } from '#app/features/content/store/yaml.server.ts'
import { templateFiles } from '#app/features/starter/starter.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { siteSettings, type SiteSettings } from '#app/site/identity.ts'

const types: Record<string, EntryType> = { pages: 'page', docs: 'doc', blog: 'post' }

/** Files that become drafts, because the owner has to complete them before anyone reads them. */
const drafts = new Set(['pages/privacy.mdx'])

/**
 * Sets the starter content of the site: hides the manual, creates the entries of a template and publishes them, except
 * the privacy page. Keeps existing entries and settings, so a repeated call only adds missing ones. Returns the number
 * of new entries. Throws `Conflict` if the content comes from CONTENT_DIR.
 */
export async function chooseStarter(ctx: Context, { starter }: { starter: Starter }): Promise<number> {
  allow(ctx, 'site:write')
  if (!ctx.contentIndex.isBundled)
    throw new Conflict('The content of this site comes from CONTENT_DIR. Add files to that folder instead.')
  await inTransaction(ctx, async (inner) => {
    const before = await readStoredSite(inner)
    await changeStoredSite(inner, { starter })
    await recordAudit(inner, {
      action: 'site.changed',
      target: { kind: 'site', id: 'site', name: before.settings.name ?? null },
      details: { changed: ['starter'], version: before.version + 1 },
    })
  })
  await notifyPublished(ctx)
  // The manual also had the name of the site until now.
  const files = starter === 'manual' ? [] : filesOf(ctx, starter)
  const settings = files.find(({ path }) => path === 'site.yaml')
  let made = 0
  for (const file of files) made += Number(await createFrom(ctx, file))
  if (settings) await addSettings(ctx, settings.text)
  return made
}

const filesOf = ({ contentIndex, now }: Context, starter: Exclude<Starter, 'manual'>) =>
  templateFiles(starter, { siteName: contentIndex.site.name, today: now().toISOString().slice(0, 10) })

/** Creates an entry and publishes it, unless it is a draft. Returns false if an entry with the same slug exists. */
async function createFrom(ctx: Context, { path, text }: { path: string; text: string }): Promise<boolean> {
  const [folder = '', ...rest] = path.split('/')
  const type = types[folder]
  if (!type) return false
  const read = readFrontMatter(text, frontMatter[type])
  if ('problems' in read) throw new Error(`the template file ${path} is invalid`)
  const { updated: _, published: published_on, ...facts } = read.data as Record<string, unknown>
  const fields = entryInput.parse({
    ...facts,
    ...(published_on ? { published_on } : {}),
    slug: rest.join('/').replace(/\.mdx$/, ''),
    body: read.body.replace(/^\n+/, ''),
  })
  try {
    const { id, version } = await createEntry(ctx, { type, ...fields })
    if (!drafts.has(path)) await publishEntry(ctx, { type, id, version })
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false
    throw error
  }
}

/** Adds the settings of a template that the site does not have yet. */
async function addSettings(ctx: Context, text: string): Promise<void> {
  const read = readYaml(text, siteSettings, 1)
  if ('problems' in read) throw new Error('the settings of the template are invalid')
  const { name: _, ...given } = read.data
  await inTransaction(ctx, async (inner) => {
    const { settings } = await readStoredSite(inner)
    const merged: SiteSettings = { ...given, ...settings }
    await changeStoredSite(inner, { settings: merged })
  })
  await notifyPublished(ctx)
}
