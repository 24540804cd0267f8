import { useNavigation } from '@remix-run/react'
import { ENTRY_FORM } from '#app/features/cms/ui/entry-editor.tsx'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { formatTimestamp } from '#app/primitives/dates.ts'

type Props = { entry: CmsEntry; now: string; refusal: FormRefusal | undefined }

/**
 * Renders the controls to share a preview link for an entry, and to schedule or unpublish the entry. They submit the
 * form of the editor, so that no action uses an older text than the user sees.
 */
export function PublishControls({ entry, now, refusal }: Props) {
  const { status, version, live_version, overrides_file, scheduled_at, path } = entry
  const sending = useNavigation().formData?.get('intent')
  /** Renders a button that submits the editor's form, so that the text is saved first. */
  const act = (intent: string, name: string, busy: string) => (
    <button type="submit" form={ENTRY_FORM} name="intent" value={intent} className="button">
      {sending === intent ? busy : name}
    </button>
  )
  return (
    <div className="mt-12 border-t border-line">
      <Section
        id="show"
        title="Preview link"
        lead="Your text is saved. Anyone with the link can see this version for an hour."
      >
        {act('preview', 'Create preview link', 'Creating')}
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
            'Your text is saved, and published at the scheduled time.'
          )
        }
      >
        {scheduled_at ? (
          act('unschedule', 'Cancel schedule', 'Cancelling')
        ) : (
          <div className="max-w-xs space-y-5">
            <Field
              label="Date and time in UTC"
              name="scheduled_at"
              type="datetime-local"
              hint={`It is now ${formatTimestamp(now)}.`}
              min={now.slice(0, 16)}
              refusal={refusalFor('schedule', refusal)}
              form={ENTRY_FORM}
            />
            {act('schedule', 'Schedule', 'Scheduling')}
          </div>
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
          {live_version !== null && act('unpublish', 'Unpublish', 'Unpublishing')}
          {overrides_file && act('revert', 'Revert to the content file', 'Reverting')}
          {status !== 'archived' && path !== '/' && act('archive', 'Archive', 'Archiving')}
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
        <PostForm
          intent="delete"
          version={version}
          refusal={refusalFor('delete', refusal)}
          button="Delete entry"
          busy="Deleting"
          look="button danger"
        >
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
