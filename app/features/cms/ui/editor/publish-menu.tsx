import { useNavigation } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { CmsEntry } from '#app/features/cms/schema.ts'
import { ENTRY_FORM, intentOf } from '#app/features/cms/ui/editor/form.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { refusalFor, type FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox, Field } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { localTime } from '#app/primitives/zoned-time.ts'

type Props = {
  entry: CmsEntry
  now: string
  timeZone: string
  hasDraft: boolean
  refusal: FormRefusal | undefined
}

/**
 * Renders the publish button with a menu of the other actions. They submit the form of the editor, so that no action uses
 * an older text than the user sees.
 */
export function PublishMenu({ entry, now, timeZone, hasDraft, refusal }: Props) {
  const { status, source, live_version, overrides_file, scheduled_at, path } = entry
  const sending = intentOf(useNavigation().formData)
  /** Renders a button that submits the editor's form, so that the text is saved first. */
  const act = (intent: string, name: string, busy: string) => (
    <button type="submit" form={ENTRY_FORM} name="intent" value={intent} className="button small">
      {sending === intent ? busy : name}
    </button>
  )
  const menu = useRef<HTMLDetailsElement>(null)
  const isRefusedHere = ['schedule', 'drop', 'delete'].includes(refusal?.intent ?? '')
  // On phones, the open menu would cover the error of a form that is not in it.
  useEffect(() => {
    if (!isRefusedHere && menu.current) menu.current.open = false
  }, [refusal, isRefusedHere, entry.version])
  return (
    <>
      <button type="submit" form={ENTRY_FORM} name="intent" value="publish" className="finger">
        {sending === 'publish' ? 'Publishing' : 'Publish'}
        {sending !== 'publish' && (scheduled_at || live_version !== null) && (
          // On phones, the link to the list needs the space beside the status of a scheduled entry.
          <span className={`-ml-1 ${scheduled_at ? 'max-sm:sr-only' : 'max-[22.5rem]:sr-only'}`}>
            {scheduled_at ? 'now' : 'changes'}
          </span>
        )}
      </button>
      <details ref={menu} data-menu className="entry-menu" open={isRefusedHere}>
        <summary className="button small" title="More actions">
          <span className="max-lg:sr-only">More</span> <span className="sr-only">actions</span>
          <ChevronDown className="size-4" aria-hidden="true" />
        </summary>
        <div className="entry-panel">
          <p className="lg:hidden">{act('save', 'Save', 'Saving')}</p>
          {source === 'cms' && (
            <div role="group" aria-labelledby="later" className="space-y-3">
              <p id="later" className="label">
                Schedule publication
              </p>
              {scheduled_at ? (
                <>
                  <p>
                    Scheduled for <Timestamp at={scheduled_at} />.
                  </p>
                  {act('unschedule', 'Cancel schedule', 'Cancelling')}
                </>
              ) : (
                <>
                  <Field
                    label={`Date and time (${timeZone})`}
                    name="scheduled_at"
                    type="datetime-local"
                    min={localTime(new Date(now), timeZone)}
                    refusal={refusalFor('schedule', refusal)}
                    form={ENTRY_FORM}
                  />
                  {act('schedule', 'Schedule', 'Scheduling')}
                </>
              )}
            </div>
          )}
          {hasDraft && (
            <div className="space-y-1">
              <p>
                Your autosaved text is not saved as a version yet. If you discard it, it cannot be restored.
              </p>
              <ConfirmCheckbox
                label="Yes, discard this text"
                name="discard"
                form={ENTRY_FORM}
                refusal={refusalFor('drop', refusal)}
              />
              {act('drop', 'Discard autosaved text', 'Discarding')}
            </div>
          )}
          {source === 'cms' && (
            <>
              <div className="flex flex-wrap gap-2">
                {live_version !== null && act('unpublish', 'Unpublish', 'Unpublishing')}
                {overrides_file && act('revert', 'Revert to the content file', 'Reverting')}
                {status !== 'archived' && path !== '/' && act('archive', 'Archive', 'Archiving')}
              </div>
              {overrides_file && (
                <p className="text-soft">
                  If you unpublish or revert the entry, readers see the content file at {path} again. If you
                  archive the entry, {path} returns 404.
                </p>
              )}
              <DeleteEntry entry={entry} refusal={refusalFor('delete', refusal)} />
            </>
          )}
        </div>
      </details>
    </>
  )
}

const DeleteEntry = ({ entry: { version }, refusal }: Pick<Props, 'entry' | 'refusal'>) => (
  <div role="group" aria-labelledby="delete" className="space-y-1 border-t border-line pt-3">
    <p id="delete" className="label">
      Delete entry
    </p>
    <p className="text-soft">For 30 days, you can restore the entry with its history.</p>
    <PostForm
      intent="delete"
      version={version}
      refusal={refusal}
      button="Delete entry"
      busy="Deleting"
      look="button danger"
      className="space-y-2"
    >
      <ConfirmCheckbox label="Yes, delete this entry" name="sure" refusal={refusal} />
    </PostForm>
  </div>
)
