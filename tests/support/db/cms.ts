import { ulid } from 'ulid'
import type { Context } from '#app/context.server.ts'
import { createEntry } from '#app/features/cms/entries.server.ts'
import { publishEntry } from '#app/features/cms/publishing.server.ts'
import { entryInput, type CmsEntry } from '#app/features/cms/schema.ts'
import type { EntryType } from '#app/features/content/schema.ts'
import { aUser, type TestApp } from '#tests/support/factories.ts'
import { actingAs } from '#tests/support/db/people.ts'

/** Somebody who edits content, asking. */
export const anEditor = async (test: TestApp, name = 'Edith') =>
  actingAs(test, await aUser(test, { role: 'editor', name }))

const facts: Record<EntryType, object> = {
  page: {},
  doc: { section: 'Get started', order: 900 },
  post: { author: 'Ada Lovelace', tags: ['news'] },
}

/** An entry as its author writes it: it has all that readers need. */
export const entryWith = (type: EntryType, over: Record<string, unknown> = {}) =>
  entryInput.parse({
    slug: `e${ulid().toLowerCase()}`,
    title: 'Opening hours',
    description: 'When the people behind this site answer questions, and what to do meanwhile.',
    body: 'We answer on *working days*.\n',
    ...facts[type],
    ...over,
  })

export const anEntry = (ctx: Context, type: EntryType = 'page', over: Record<string, unknown> = {}) =>
  createEntry(ctx, { type, ...entryWith(type, over) })

export async function aPublishedEntry(
  ctx: Context,
  type: EntryType = 'page',
  over: Record<string, unknown> = {},
) {
  const { id, version } = await anEntry(ctx, type, over)
  return publishEntry(ctx, { type, id, version })
}

/** The fields of an entry as they stand, some of them changed, for writing it anew. */
export function changed(entry: CmsEntry, over: Record<string, unknown> = {}) {
  const { slug, title, description, body, tags, section, order, author, published_on } = entry
  const fields = { slug, title, description, body, tags, section, order, author, published_on }
  const { type, id, version } = entry
  return { type, id, version, ...entryInput.parse({ ...fields, ...over }) }
}
