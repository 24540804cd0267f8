import type { ListedEntry, RevisionAct } from '#app/features/cms/schema.ts'

/** Names of the entry types, for use in sentences. */
export const typeNames = { page: 'page', doc: 'document', post: 'post' } as const

/** Returns the status of an entry in words, and its color in the console. */
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
      words: live_version === null ? 'Scheduled' : 'Scheduled, with an earlier version published',
      ink: 'text-water',
    }
  if (status === 'archived') return { words: 'Archived', ink: 'text-muted' }
  if (status === 'draft')
    return { words: overrides_file ? 'Draft, with the content file published' : 'Draft', ink: 'text-muted' }
  return live_version === version
    ? { words: 'Published', ink: 'text-go' }
    : { words: 'Published, with unpublished changes', ink: 'text-water' }
}

/** Shortens a status to two words. */
export function shortStatus(words: string): string {
  const [status = words, detail] = words.split(', with ')
  return detail === 'unpublished changes' ? 'Unpublished changes' : status
}

/** Labels of the actions in a list of revisions. */
export const actLabels: Record<RevisionAct, string> = {
  created: 'Created',
  saved: 'Saved',
  restored: 'Restored an earlier version',
  published: 'Published',
  unpublished: 'Unpublished',
  scheduled: 'Scheduled',
  unscheduled: 'Cancelled the schedule',
  archived: 'Archived',
  unarchived: 'Restored as a draft',
  reverted: 'Reverted to the content file',
  deleted: 'Deleted',
  undeleted: 'Restored after deletion',
}

/** Labels of the entry fields in the editor. */
export const fieldLabels: Record<string, string> = {
  slug: 'slug',
  title: 'title',
  description: 'description',
  body: 'text',
  tags: 'tags',
  section: 'section',
  order: 'order',
  author: 'author',
  published_on: 'date',
  scheduled_at: 'date and time',
}
