import type { Current } from '#app/errors.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'

/** Shows who saved in the meantime. Follows the field `version`, so that its button overrides it. */
export function ConflictNotice({ current }: { current: Current }) {
  const { version } = current
  return (
    <Notice tone="stop" title="Somebody else has saved this since you opened it.">
      <SavedBy current={current} nameOf={(name) => name.replaceAll('_', ' ')} />
      <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="submit" name="version" value={version} className="button small danger">
          Save mine over theirs
        </button>
        <a href="?" target="_blank" rel="noreferrer" className="link inline-block py-0.5">
          See theirs in a new tab
        </a>
      </p>
    </Notice>
  )
}

/** Who saved when, and which fields, as `nameOf` calls them. */
export function SavedBy({ current, nameOf }: { current: Current; nameOf: (field: string) => string }) {
  const { updated_by: who, updated_at: at, changed, version } = current
  return (
    <p>
      {who ?? 'Somebody'} saved version {version}
      {at && (
        <>
          {' on '}
          <Timestamp at={at} />
        </>
      )}
      {changed.length > 0 && <>: {changed.map(nameOf).join(', ')}</>}. What you wrote is still below and is
      not saved yet.
    </p>
  )
}
