import type { CmsEntry } from '#app/features/cms/schema.ts'
import { fieldLabels } from '#app/features/cms/describe.ts'
import type { Current } from '#app/errors.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { SavedBy } from '#app/ui/forms/conflict-notice.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextDiff } from '#app/features/cms/ui/text-diff.tsx'

/** Renders the author of the other save and the differences between the texts. The form fields keep your changes. */
export function EntryConflict({ refusal, current }: { refusal: FormRefusal; current: Current }) {
  const { version } = current
  const theirs = refusal.theirs as CmsEntry | undefined
  return (
    <Notice tone="stop" title="A newer version was saved after you opened this entry.">
      <SavedBy current={current} nameOf={(name) => fieldLabels[name] ?? name} />
      {theirs && (
        <>
          <details className="mt-3">
            <summary className="link inline-block py-1">Show differences</summary>
            <div className="mt-2">
              <TextDiff
                before={theirs.body}
                after={refusal.values.body ?? ''}
                label="From the newer version to yours"
              />
            </div>
          </details>
          <details className="mt-1">
            <summary className="link inline-block py-1">Show the newer version</summary>
            <label className="sr-only" htmlFor="theirs">
              Newer version
            </label>
            <textarea
              id="theirs"
              readOnly
              rows={10}
              className="input mt-2 font-code text-[0.875rem]"
              value={theirs.body}
            />
          </details>
        </>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" name="version" value={version} className="button small danger">
          Overwrite with my version
        </button>
        <button type="submit" name="intent" value="theirs" className="button small">
          Discard my changes
        </button>
      </p>
    </Notice>
  )
}
