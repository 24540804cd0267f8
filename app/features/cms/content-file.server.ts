import { Scalar, stringify } from 'yaml'
import { allow } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import type { EntryOf } from '#app/features/cms/change.server.ts'
import { readCmsEntry } from '#app/features/cms/entries.server.ts'
import { shownOf } from '#app/features/cms/present.server.ts'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { fileOnlyFields, sections, type EntryType } from '#app/features/content/schema.ts'
import type { PublishedFields } from '#app/features/content/store/publishing.server.ts'
import { trimEndOf } from '#app/primitives/text.ts'

/** Returns an entry as a content file with front matter that passes `content check`. Throws `NotFound`. */
export async function exportEntry(ctx: Context, asked: EntryOf): Promise<{ name: string; text: string }> {
  allow(ctx, 'cms:write')
  const entry = await readCmsEntry(ctx, asked)
  return { name: `${entry.slug}.mdx`, text: fileOf(ctx, currentFields(entry)) }
}

/** Returns the fields that readers would see if the current version of an entry had been published at its last change. */
export const currentFields = ({ type, published_at, updated_at, ...fields }: CmsEntry): PublishedFields =>
  shownOf(type, fields, { first: published_at ?? updated_at, now: updated_at })

/** Returns the fields that only content files have. An entry that overrides a file uses the fields of the file. */
export function fileFields({ contentIndex }: Pick<Context, 'contentIndex'>, type: EntryType, slug: string) {
  return fileOnlyFields(contentIndex.files.find((file) => file.type === type && file.slug === slug) ?? {})
}

/** Returns the text of a content file. */
export function fileOf(ctx: Pick<Context, 'contentIndex'>, fields: PublishedFields): string {
  const { type, slug, title, description, updated, body } = fields
  const { section = sections[0], order = 0, published, tags, author = '' } = fields
  const facts = { page: {}, doc: { section, order }, post: { published, tags, author } }
  const all = { title, description, updated, ...facts[type], ...fileFields(ctx, type, slug) }
  return textOf(all, body)
}

/** Returns the text of a draft. Fields that the entry does not have yet are missing. */
export function draftOf(ctx: Pick<Context, 'contentIndex'>, entry: CmsEntry): string {
  const { type, slug, title, description, updated_at, section, order, published_on, tags, author } = entry
  const facts = { page: {}, doc: { section, order }, post: { published: published_on, tags, author } }
  const all = {
    title,
    description: description || null,
    updated: updated_at.slice(0, 10),
    ...facts[type],
    ...fileFields(ctx, type, slug),
  }
  return textOf(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)), entry.body)
}

function textOf(data: Record<string, unknown>, body: string): string {
  const { questions, ...others } = data
  // A block has one question per line, without quotes.
  const block = Object.assign(new Scalar(`${trimEndOf(String(questions), '\n')}\n`), {
    type: Scalar.BLOCK_LITERAL,
  })
  const head = stringify(questions ? { ...others, questions: block } : others, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  })
  return `---\n${head}---\n\n${trimEndOf(body.replace(/^\n+/, ''), '\n')}\n`
}
