import { setImmediate as breathe } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, Refusal } from '#app/errors.ts'
import { fileFields } from '#app/features/cms/content-file.server.ts'
import { storeImported } from '#app/features/cms/import/store-imported.server.ts'
import { type CmsEntry, entryInput } from '#app/features/cms/schema.ts'
import { type Entry, type EntryType, fileOnlyFields, frontMatter } from '#app/features/content/schema.ts'
import { readFrontMatter } from '#app/features/content/store/files.server.ts'

type Imported = { name: string; entry: CmsEntry | null; issues: { path: string; message: string }[] }

/**
 * Imports content files as drafts: new entries, or new versions of entries with the same slug. Reports invalid files
 * with line numbers and continues with the other files.
 */
export async function importEntries(
  ctx: Context,
  { type, files }: { type: EntryType; files: { name: string; text: string }[] },
): Promise<Imported[]> {
  allow(ctx, 'cms:write')
  const results: Imported[] = []
  for (const { name, text } of files) {
    results.push(await importOne(ctx, type, name, text))
    // Lets other requests run between two files.
    await breathe()
  }
  return results
}

async function importOne(ctx: Context, type: EntryType, name: string, text: string): Promise<Imported> {
  try {
    if (!/\.mdx?$/i.test(name))
      throw new Invalid('This type of file is not supported. Select files that end in .md or .mdx.')
    const read = readFrontMatter(text.replaceAll('\r\n', '\n'), frontMatter[type])
    if ('problems' in read) {
      const issues = read.problems.map(({ line, reason }) => ({ path: `line ${line}`, message: reason }))
      return { name, entry: null, issues }
    }
    const { title, description, ...rest } = read.data as Record<string, unknown> & {
      title: string
      description: string
    }
    const { updated: _updated, published: published_on, aliases, appendix, questions, ...more } = rest
    const slug = name.replace(/\.mdx?$/i, '')
    const own = fileOnlyFields({ aliases, appendix, questions } as Partial<Entry>)
    if (Object.keys(own).length > 0 && !isDeepStrictEqual(own, fileFields(ctx, type, slug)))
      throw new Invalid('', [
        {
          path: Object.keys(own).join(', '),
          message: 'These fields can be set only in the content folder, not by import. Remove the fields.',
        },
      ])
    const given = { slug, title, description, body: read.body.replace(/^\n+/, ''), ...more }
    const parsed = entryInput.safeParse(published_on === undefined ? given : { ...given, published_on })
    if (!parsed.success) {
      throw new Invalid(
        '',
        parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      )
    }
    return { name, entry: await storeImported(ctx, type, parsed.data), issues: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      name,
      entry: null,
      issues: error.issues?.length ? error.issues : [{ path: '', message: error.message }],
    }
  }
}
