import type { CmsEntry } from '#app/features/cms/schema.ts'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

type Props = { entry: CmsEntry; now: string; refusal: FormRefusal | undefined }

/** What else can be done with an entry: show it to somebody, have it published later, and take it from the readers. */
export function PublishControls({ entry, now, refusal }: Props) {
  const { status, version, live_version, overrides_file, scheduled_at, path } = entry
  const act = (intent: string) => ({ intent, version, refusal: refusalFor(intent, refusal) })
  return (
    <div className="mt-12 border-t border-line">
      <Section
        id="show"
        title="Show it to somebody"
        lead="A link that shows the entry as it stands to whoever has it, for an hour."
      >
        <PostForm {...act('preview')} button="Make a preview link" busy="Making it" />
      </Section>
      <Section
        id="later"
        title="Publish it later"
        lead={
          scheduled_at ? (
            <>
              It is published on <Timestamp at={scheduled_at} />, with the text that stands then.
            </>
          ) : (
            'The text that stands at that time is published, once.'
          )
        }
      >
        {scheduled_at ? (
          <PostForm {...act('unschedule')} button="Call it off" busy="Calling it off" />
        ) : (
          <PostForm
            {...act('schedule')}
            button="Schedule it"
            busy="Scheduling"
            className="max-w-xs space-y-5"
          >
            <Field
              label="Day and time in UTC"
              name="scheduled_at"
              type="datetime-local"
              hint={`Now it is ${now.slice(0, 16).replace('T', ' ')}.`}
              min={now.slice(0, 16)}
              refusal={refusalFor('schedule', refusal)}
              required
            />
          </PostForm>
        )}
      </Section>
      <Section
        id="away"
        title="Take it from the readers"
        lead="Nothing of it is lost: it can be published again at any time."
      >
        <div className="flex flex-wrap gap-4">
          {live_version !== null && (
            <PostForm {...act('unpublish')} button="Make it a draft again" busy="Taking it" />
          )}
          {overrides_file && (
            <PostForm {...act('revert')} button="Go back to the content file" busy="Going back" />
          )}
          {status !== 'archived' && path !== '/' && (
            <PostForm {...act('archive')} button="Archive it" busy="Archiving" />
          )}
        </div>
        {overrides_file && (
          <p className="mt-3 max-w-2xl text-soft">
            As a draft, or reverted, it gives way to the content file at {path}. Archived, it leaves nothing
            there.
          </p>
        )}
      </Section>
      <Section
        id="delete"
        title="Delete it"
        lead="Readers lose it at once. For 30 days you can have it back, with its history."
      >
        <PostForm {...act('delete')} button="Delete it" busy="Deleting" look="button danger">
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
