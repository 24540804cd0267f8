import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { readEntries } from '#app/features/content/store/files.server.ts'
import { readStoredSite } from '#app/features/content/store/publishing.server.ts'
import { SITE_FILE } from '#app/features/content/store/site-file.server.ts'
import { readSkills } from '#app/features/content/store/skills.server.ts'
import * as store from '#app/features/content/store/store.server.ts'
import type { TextPlace } from '#app/platform/db/text-scan.server.ts'

type Asked = Pick<Context, 'actor' | 'db' | 'config'>

/** Yields every valid content file with its text. For editors and the command line. */
export async function* contentFileTexts(ctx: Asked): AsyncGenerator<TextPlace> {
  allow(ctx, 'cms:write')
  const { contentDir } = ctx.config
  const { entries } = await readEntries(contentDir)
  for (const { file, title, description, body } of entries)
    yield { id: file, place: `content/${file}`, text: `${title}\n${description}\n${body}` }
  const { skills } = await readSkills(contentDir)
  for (const { name, bytes } of skills)
    yield { id: name, place: `content/skills/${name}/SKILL.md`, text: bytes.toString() }
}

/** Yields the stored settings of the site and `site.yaml`. For administrators and the command line. */
export async function* siteTexts(ctx: Asked): AsyncGenerator<TextPlace> {
  allow(ctx, 'site:write')
  const { settings } = await readStoredSite(ctx)
  yield { id: 'site', place: '/admin/settings', text: JSON.stringify(settings) }
  const file = await readFile(join(ctx.config.contentDir, SITE_FILE), 'utf8').catch(() => '')
  if (file) yield { id: SITE_FILE, place: `content/${SITE_FILE}`, text: file }
}

/** Yields the published CMS entries that contain any of the texts. For editors and the command line. */
export async function* publishedTexts(ctx: Asked, texts: readonly string[]): AsyncGenerator<TextPlace> {
  allow(ctx, 'cms:write')
  for await (const { id, path, entry } of store.publishedWithText(ctx.db, texts))
    if (path && entry) yield { id, place: path, text: entry }
}
