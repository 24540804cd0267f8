import type { Context } from '#app/context.server.ts'
import { inOrder } from '#app/features/content/store/content-snapshot.server.ts'
import type { Entry, EntryType } from '#app/features/content/schema.ts'
import type { Skill } from '#app/features/content/store/skills.server.ts'
import type { SiteSettings } from '#app/site/identity.ts'
import { mergeSite } from '#app/site/merge-site.ts'
import { NOON } from '#tests/support/factories.ts'

export const SITE = 'https://site.example'

/** The settings of a site named Signpost, unless told otherwise. */
export const aSite = (over: SiteSettings = {}) => mergeSite({ name: 'Signpost' }, over)

/** A post of its own, unless told otherwise. */
export function anEntry(over: Partial<Entry> & Pick<Entry, 'slug'>): Entry {
  const { type = 'post', slug } = over
  const place = { page: '', doc: '/docs', post: '/blog' }[type]
  return {
    type,
    path: slug === 'index' ? '/' : `${place}/${slug}`,
    title: `The title of ${slug}`,
    description: `What there is to know about ${slug}, in one sentence that is long enough.`,
    updated: '2026-11-20',
    tags: [],
    ...(type === 'post' ? { published: '2026-11-20', author: 'Ada Lovelace' } : {}),
    ...(type === 'doc' ? { section: 'Get started' as const, order: 0 } : {}),
    body: '',
    hash: slug,
    file: `${type}/${slug}.mdx`,
    line: 1,
    ...over,
  }
}

export const entriesOf = (count: number, over: (index: number) => Partial<Entry> = () => ({})) =>
  Array.from({ length: count }, (_, index) => anEntry({ slug: `entry-${index}`, ...over(index) }))

/** What rules about content get, with these entries as all that is published. `html` is the body of every entry. */
export function publishing(
  entries: Entry[],
  { html = '<p>Words.</p>', siteUrl = SITE, skills = [] as Skill[] } = {},
) {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const lists = inOrder(entries)
  const library = {
    digest: String(entries.length),
    entries,
    skills,
    site: aSite(),
    find: (path: string) => byPath.get(path),
    list: (type: EntryType) => lists[type],
    unlisted: [],
    html: async (_entry: Entry) => html,
  }
  const config = { siteUrl, contentSignal: 'search=yes' }
  return { contentIndex: library, config, now: () => new Date(NOON) } as unknown as Pick<
    Context,
    'contentIndex' | 'config' | 'now'
  >
}
