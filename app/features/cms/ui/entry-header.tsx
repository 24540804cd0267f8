import type { CmsEntry } from '#app/features/cms/schema.ts'
import { statusLabel } from '#app/features/cms/describe.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type Props = {
  entry: CmsEntry
  done: string | null
  /** When its reader typed something last that is not saved, and what it is based on. */
  draft: { saved_at: string; version: number } | null
  others: { name: string; at: string }[]
}

const doneMessages: Record<string, { title: string; more?: string }> = {
  saved: { title: 'Saved.', more: 'Readers have it once it is published.' },
  published: { title: 'Published. Readers have it now.' },
  unready: { title: 'Saved, but not published.', more: 'Publish it again to see what is missing.' },
  dropped: { title: 'What you had typed is dropped.' },
  unpublished: { title: 'Taken from the readers. It is a draft again.' },
  archived: { title: 'Archived. Readers have nothing at its address.' },
  reverted: {
    title: 'Readers have the content file again.',
    more: 'What was here before is in the history.',
  },
  scheduled: { title: 'Scheduled.', more: 'The text that stands at that time is published.' },
  unscheduled: { title: 'The schedule is called off.' },
  restored: { title: 'The earlier text is here again.', more: 'Readers have it once it is published.' },
  back: { title: 'The entry is back, as a draft.' },
}

/** How an entry stands, what has just been done, and what the one who writes should know first. */
export function EntryHeader({ entry, done, draft, others }: Props) {
  const { words, ink } = statusLabel(entry)
  const base = `/admin/content/${entry.type}/${entry.id}`
  const told = done ? doneMessages[done] : undefined
  return (
    <div className="mb-8 space-y-5 border-b border-line pb-6">
      {told && (
        <Notice tone="done" title={told.title}>
          {told.more}
        </Notice>
      )}
      {entry.trouble && (
        <Notice tone="stop" title="It was not published at its time.">
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
              Version {entry.version}, {entry.updated_by && `by ${entry.updated_by} `}on{' '}
              <Timestamp at={entry.updated_at} />
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
        <Notice title="This is a content file that came with the site.">
          What you save here takes its place once it is published. You can always go back to the file.
        </Notice>
      )}
      {draft && (
        <Notice title="This is what you typed and have not saved.">
          <p>
            It was kept on <Timestamp at={draft.saved_at} />
            {draft.version < entry.version &&
              `, and is based on version ${draft.version}; version ${entry.version} stands`}
            .
          </p>
          <PostForm
            intent="drop"
            button="Drop it and show what is saved"
            busy="Dropping"
            look="button"
            className="mt-3"
          />
        </Notice>
      )}
      {others.map(({ name, at }) => (
        <Notice key={name} title={`${name} has typed something here that is not saved.`}>
          Last on <Timestamp at={at} />. Whoever saves second is shown both texts.
        </Notice>
      ))}
    </div>
  )
}
