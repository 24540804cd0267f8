import type { CmsEntry } from '#app/features/cms/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { formatTimestamp } from '#app/primitives/dates.ts'

type Props = { entry: CmsEntry; now: string; refusal: FormRefusal | undefined }

/** Renders the controls to share a preview link for an entry, and to schedule or unpublish the entry. */
export function PublishControls({ entry, now, refusal }: Props) {
  const { status, version, live_version, overrides_file, scheduled_at, path } = entry
  const act = (intent: string) => ({ intent, version, refusal: refusalFor(intent, refusal) })
  return (
    <div className="mt-12 border-t border-line">
      <Section
        id="show"
        title="Preview link"
        lead="Anyone with the link can see the current version for an hour."
      >
        <PostForm {...act('preview')} button="Create preview link" busy="Creating" />
      </Section>
      <Section
        id="later"
        title="Schedule publication"
        lead={
          scheduled_at ? (
            <>
              The latest saved version will be published on <Timestamp at={scheduled_at} />.
            </>
          ) : (
            'The latest saved version will be published at the scheduled time.'
          )
        }
      >
        {scheduled_at ? (
          <PostForm {...act('unschedule')} button="Cancel schedule" busy="Cancelling" />
        ) : (
          <PostForm {...act('schedule')} button="Schedule" busy="Scheduling" className="max-w-xs space-y-5">
            <Field
              label="Date and time in UTC"
              name="scheduled_at"
              type="datetime-local"
              hint={`It is now ${formatTimestamp(now)}.`}
              min={now.slice(0, 16)}
              refusal={refusalFor('schedule', refusal)}
              required
            />
          </PostForm>
        )}
      </Section>
      <Section
        id="away"
        title="Unpublish or archive"
        lead={
          live_version === null
            ? 'You can publish the entry at any time.'
            : 'You can publish the entry again at any time.'
        }
      >
        <div className="flex flex-wrap gap-4">
          {live_version !== null && <PostForm {...act('unpublish')} button="Unpublish" busy="Unpublishing" />}
          {overrides_file && (
            <PostForm {...act('revert')} button="Revert to the content file" busy="Reverting" />
          )}
          {status !== 'archived' && path !== '/' && (
            <PostForm {...act('archive')} button="Archive" busy="Archiving" />
          )}
        </div>
        {overrides_file && (
          <p className="mt-3 max-w-2xl text-soft">
            If you unpublish or revert the entry, readers see the content file at {path} again. If you archive
            the entry, {path} returns 404.
          </p>
        )}
      </Section>
      <Section
        id="delete"
        title="Delete entry"
        lead="Removes the entry from the site immediately. For 30 days, you can restore the entry with its history."
      >
        <PostForm {...act('delete')} button="Delete entry" busy="Deleting" look="button danger">
          <ConfirmCheckbox
            label="Yes, delete this entry"
            name="sure"
            refusal={refusalFor('delete', refusal)}
          />
        </PostForm>
      </Section>
    </div>
  )
}
