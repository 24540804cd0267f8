import type { ListedEntry, RevisionAct } from '#app/features/cms/schema.ts'

/** What the types are called in a sentence. */
export const typeNames = { page: 'page', doc: 'document', post: 'post' } as const

/** How an entry stands, in words, and the ink of the console that they are written in. */
export function statusLabel(
  entry: Pick<ListedEntry, 'status' | 'source' | 'live_version' | 'version' | 'overrides_file'>,
): {
  words: string
  ink: string
} {
  const { status, source, live_version, version, overrides_file } = entry
  if (source === 'file') return { words: 'Content file', ink: 'text-muted' }
  if (status === 'scheduled')
    return {
      words: live_version === null ? 'Scheduled' : 'Scheduled; an earlier text is published',
      ink: 'text-water',
    }
  if (status === 'archived') return { words: 'Archived', ink: 'text-muted' }
  if (status === 'draft')
    return { words: overrides_file ? 'Draft; the file is shown' : 'Draft', ink: 'text-muted' }
  return live_version === version
    ? { words: 'Published', ink: 'text-go' }
    : { words: 'Published, with changes that are not', ink: 'text-water' }
}

/** What was done, in the words of a list of revisions. */
export const actLabels: Record<RevisionAct, string> = {
  created: 'Made',
  saved: 'Saved',
  restored: 'Restored an earlier text',
  published: 'Published',
  unpublished: 'Taken from the readers',
  scheduled: 'Scheduled',
  unscheduled: 'Schedule called off',
  archived: 'Archived',
  reverted: 'Reverted to the file',
  deleted: 'Deleted',
  undeleted: 'Had back',
}

/** The fields of an entry, as the editor names them. */
export const fieldLabels: Record<string, string> = {
  slug: 'address',
  title: 'title',
  description: 'description',
  body: 'text',
  tags: 'tags',
  section: 'section',
  order: 'order',
  author: 'author',
  published_on: 'date',
}
