import type { CmsEntry, DeadSiteLink } from '#app/features/cms/schema.ts'
import { statusLabel } from '#app/features/cms/describe.ts'
import { DeadSiteLinks, sentenceOf } from '#app/features/cms/ui/dead-site-links.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ownValue } from '#app/primitives/objects.ts'

type Props = {
  entry: CmsEntry
  done: string | null
  /** Time and base version of the current user's unsaved changes. */
  draft: { saved_at: string; version: number } | null
  others: { name: string; at: string }[]
  deadLinks: DeadSiteLink[]
}

const doneMessages: Record<string, { title: string; more?: string }> = {
  saved: { title: 'Saved.', more: 'Readers will see your changes after you publish the entry.' },
  published: { title: 'Published. Readers see it now.' },
  unready: { title: 'Saved, but not published.', more: 'To see the problems, publish the entry again.' },
  dropped: { title: 'Your draft was discarded.' },
  unpublished: { title: 'Unpublished. The entry is a draft again.' },
  archived: { title: 'Archived. The URL of the entry now returns 404.' },
  reverted: {
    title: 'Readers see the content file again.',
    more: 'The previous text is in the history.',
  },
  scheduled: {
    title: 'Scheduled.',
    more: 'The latest saved version will be published at the scheduled time.',
  },
  unscheduled: { title: 'The schedule was cancelled.' },
  restored: {
    title: 'The earlier version was restored.',
    more: 'Readers will see this version after you publish the entry.',
  },
  back: { title: 'The entry was restored as a draft.' },
}

/** Renders the state of an entry, the last action, and warnings for the editor. */
export function EntryHeader({ entry, done, draft, others, deadLinks }: Props) {
  const { words, ink } = statusLabel(entry)
  const base = `/admin/content/${entry.type}/${entry.id}`
  const told = ownValue(doneMessages, done)
  return (
    <>
      <PageNotice tone="done" title={told?.title}>
        {told?.more}
        {deadLinks.map((link) => (
          <p key={link.path}>{sentenceOf(link, true)}</p>
        ))}
      </PageNotice>
      <div className="mb-8 space-y-5 border-b border-line pb-6">
        <DeadSiteLinks links={deadLinks} isHere />
        {entry.trouble && (
          <Notice tone="stop" title="Scheduled publishing failed.">
            {entry.trouble}
          </Notice>
        )}
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-6 gap-y-2 text-muted [overflow-wrap:anywhere]">
          <span className={`font-semibold ${ink}`}>{words}</span>
          {entry.live_version !== null ? (
            <a href={entry.path} className="link inline-block py-0.5">
              {entry.path}
            </a>
          ) : (
            <code>{entry.path}</code>
          )}
          {entry.source === 'cms' && (
            <>
              <span>
                Version {entry.version}, {entry.updated_by && `by ${entry.updated_by}, `}saved{' '}
                <RelativeTime at={entry.updated_at} />
              </span>
              <a href={`${base}/history`} className="link inline-block py-0.5">
                History
              </a>
            </>
          )}
          <a href={`/api/cms/${entry.type}/${entry.id}/export`} className="link inline-block py-0.5" download>
            Export
          </a>
        </p>
        {entry.source === 'file' && (
          <Notice title="This entry comes from a content file.">
            Once published, your version overrides the file. You can always revert to the file.
          </Notice>
        )}
        {draft && (
          <Notice title="You are viewing your draft of the next version.">
            <p>
              It was saved <RelativeTime at={draft.saved_at} />
              {draft.version < entry.version &&
                `, and is based on version ${draft.version}. The current version is ${entry.version}`}
              .
            </p>
            <PostForm intent="drop" button="Discard draft" busy="Discarding" look="button" className="mt-3" />
          </Notice>
        )}
        {others.map(({ name, at }) => (
          <Notice key={name} title={`${name} has a draft of the next version.`}>
            Last change <RelativeTime at={at} />. The second person to save sees both texts.
          </Notice>
        ))}
      </div>
    </>
  )
}
