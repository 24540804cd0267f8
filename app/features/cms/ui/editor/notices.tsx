import { fieldLabels } from '#app/features/cms/describe.ts'
import type { CmsEntry, DeadSiteLink } from '#app/features/cms/schema.ts'
import { DeadSiteLinks, sentenceOf } from '#app/features/cms/ui/dead-site-links.tsx'
import { EntryConflict } from '#app/features/cms/ui/editor/conflict.tsx'
import { ENTRY_FORM } from '#app/features/cms/ui/editor/form.ts'
import { RelativeTime, Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { IssueLinks, signInLink } from '#app/ui/forms/error-summary.tsx'
import { useFormState } from '#app/ui/forms/form-state.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { useSite } from '#app/ui/layout/root-data.ts'
import { formatAmount } from '#app/primitives/count.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { labelOfPath } from '#app/primitives/path-label.ts'

/** Time and base version of the current user's unsaved changes. */
export type OwnDraft = { saved_at: string; version: number } | null

const doneMessages: Record<string, { title: string; more?: string }> = {
  saved: { title: 'Saved.', more: 'Readers will see your changes after you publish the entry.' },
  published: { title: 'Published. Readers see it now.' },
  unready: { title: 'Saved, but not published.', more: 'To see the problems, publish the entry again.' },
  dropped: { title: 'Your autosaved text was discarded.' },
  unpublished: { title: 'Unpublished. The entry is a draft again.' },
  archived: { title: 'Archived. The URL of the entry now returns 404.' },
  reverted: {
    title: 'Readers see the content file again.',
    more: 'The previous text is in the history.',
  },
  unscheduled: { title: 'The schedule was cancelled.' },
  restored: {
    title: 'The earlier version was restored.',
    more: 'Readers will see this version after you publish the entry.',
  },
  back: { title: 'The entry was restored as a draft.' },
  existing: { title: 'A document with this title already exists.' },
}

/** Returns the message of an action. Its notice names the scheduled time, so no other notice repeats the time. */
function messageOf(done: string | null, scheduledAt: string | null, timeZone: string) {
  if (done !== 'scheduled') return ownValue(doneMessages, done)
  return scheduledAt
    ? {
        title: `Scheduled for ${formatTimestamp(scheduledAt, false, timeZone)}.`,
        more: 'The latest saved version will be published.',
      }
    : undefined
}

type ConfirmationProps = {
  done: string | null
  /** State of the entry before the action, if the action can be undone. */
  undo: string | null
  /** Target of the redirect at the URL of the entry that Undo could not restore. */
  lostRedirect: string | null
  entry: Pick<CmsEntry, 'path' | 'scheduled_at'>
  deadLinks: DeadSiteLink[]
}

/** Renders the confirmation of the last action, with a button that reverses the action and a link to a public page. */
export function EntryConfirmation({ done, undo, lostRedirect, entry, deadLinks }: ConfirmationProps) {
  const { path, scheduled_at } = entry
  const told = messageOf(done, scheduled_at, useSite().time_zone)
  return (
    <PageNotice tone="done" title={told?.title}>
      {told?.more}
      {lostRedirect && (
        <p>
          The redirect from {path} to {lostRedirect} was not restored, because it conflicts with a published
          page or another redirect, or the limit is reached. Resolve this, then create the redirect under{' '}
          <a href="/admin/content/redirects" className="link">
            Redirects
          </a>
          .
        </p>
      )}
      {deadLinks.map((link) => (
        <p key={link.path}>{sentenceOf(link, true)}</p>
      ))}
      {(done === 'published' || undo) && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {done === 'published' && (
            <a href={path} className="link">
              View page
            </a>
          )}
          {undo && (
            <>
              <input type="hidden" form={ENTRY_FORM} name="undo" value={undo} />
              <button type="submit" form={ENTRY_FORM} name="intent" value="undo" className="button small">
                Undo
              </button>
            </>
          )}
        </p>
      )}
    </PageNotice>
  )
}

/** Renders the error of the last action, with links to the fields that are not corrected yet. */
function Refused({ refusal }: { refusal: FormRefusal }) {
  const form = useFormState()
  const open = refusal.issues.filter(({ path }) => !form?.corrected.has(path))
  if (refusal.issues.length > 0 && !open.length) return null
  // The links below repeat the error of a single field, with the label of the field.
  const isRepeated = open.some(({ message }) => refusal.error.endsWith(message))
  // The field of the text lists its errors, which can be many.
  const inText = formatAmount(open.filter(({ path }) => path === 'body').length, 'error', 'errors')
  const count = new Set(open.map(({ path }) => path)).size
  const title = isRepeated ? formatAmount(count, 'field has an error', 'fields have errors') : refusal.error
  return (
    <Notice tone="stop" title={title}>
      {refusal.signedOut && signInLink}
      {open.length > 0 && (
        <IssueLinks
          formId={ENTRY_FORM}
          issues={open.map((issue) => (issue.path === 'body' ? { ...issue, message: inText } : issue))}
          values={refusal.values}
          labelOf={(path) => labelOfPath([ownValue(fieldLabels, path) ?? path])}
        />
      )}
    </Notice>
  )
}

type Props = {
  entry: CmsEntry
  draft: OwnDraft
  others: { name: string; at: string }[]
  /** True if the current user has text that is only autosaved. */
  hasDraft: boolean
  /** True if the confirmation on the page names the scheduled time. */
  saysSchedule: boolean
  deadLinks: DeadSiteLink[]
  refusal: FormRefusal | undefined
}

/** Renders the warnings for the editor of an entry, inside the form. Renders nothing in the normal case. */
export function EntryNotices({ entry, draft, hasDraft, saysSchedule, others, deadLinks, refusal }: Props) {
  const isOutdated = draft !== null && draft.version < entry.version
  const scheduled_at = saysSchedule && !hasDraft ? null : entry.scheduled_at
  if (!refusal && !entry.trouble && !scheduled_at && !isOutdated && !others.length && !deadLinks.length)
    return null
  return (
    <div className="entry-notices">
      {refusal?.current ? (
        <EntryConflict refusal={refusal} current={refusal.current} />
      ) : (
        refusal && <Refused refusal={refusal} />
      )}
      <DeadSiteLinks links={deadLinks} isHere />
      {entry.trouble && (
        <Notice tone="stop" title="Scheduled publishing failed.">
          {entry.trouble}
        </Notice>
      )}
      {scheduled_at && (
        <Notice title={`Version ${entry.version} is scheduled.`}>
          The last saved version will be published on <Timestamp at={scheduled_at} />.
          {hasDraft && (
            <>
              {' '}
              Your autosaved text is not part of it.{' '}
              <button type="submit" form={ENTRY_FORM} name="intent" value="save" className="link">
                Save it for the publication
              </button>
            </>
          )}
        </Notice>
      )}
      {isOutdated && (
        <Notice title={`Your autosaved text is based on version ${draft.version}.`}>
          The current version is {entry.version}.
        </Notice>
      )}
      {others.map(({ name, at }) => (
        <Notice key={name} title={`${name} has autosaved text that is not a version yet.`}>
          Last change <RelativeTime at={at} />. The second person to save sees both texts.
        </Notice>
      ))}
    </div>
  )
}
