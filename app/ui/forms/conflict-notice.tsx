import type { Current } from '#app/errors.ts'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'

/** Renders a version conflict. Place this component after the `version` field, which its button overrides. */
export function ConflictNotice({ current }: { current: Current }) {
  const { version } = current
  return (
    <Notice tone="stop" title="A newer version was saved">
      <SavedBy current={current} nameOf={(name) => name.replaceAll('_', ' ')} />
      <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" name="version" value={version} className="button small danger">
          Overwrite with my version
        </button>
        <a href="?" target="_blank" rel="noreferrer" className="link inline-block py-0.5">
          Open the current version in a new tab
        </a>
      </p>
    </Notice>
  )
}

/** Renders who saved the current version, when, and which fields changed. `nameOf` returns the label of a field. */
export function SavedBy({ current, nameOf }: { current: Current; nameOf: (field: string) => string }) {
  const { updated_by: who, updated_at: at, changed, version } = current
  return (
    <p>
      {who ?? 'Another person'} saved version {version}
      {at && (
        <>
          {' '}
          <RelativeTime at={at} />
        </>
      )}
      {changed.length > 0 && <>: {changed.map(nameOf).join(', ')}</>}. Your changes are below and are not
      saved yet.
    </p>
  )
}
