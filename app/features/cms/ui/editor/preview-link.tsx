import { useNavigation } from '@remix-run/react'
import { Share2 } from 'lucide-react'
import { useId } from 'react'
import { type PreviewLink, previewHours } from '#app/features/cms/schema.ts'
import { ENTRY_FORM } from '#app/features/cms/ui/editor/form.ts'
import { CopyButton } from '#app/ui/feedback/copy-button.tsx'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { Options } from '#app/ui/forms/field.tsx'

const names: Record<(typeof previewHours)[number], string> = { 1: '1 hour', 24: '1 day', 168: '7 days' }
const lifetimes = previewHours.map((value) => ({ value, name: names[value] }))

/** Renders a menu that creates a preview link and shows the link with its expiry. */
export function PreviewLinkMenu({ link }: { link: PreviewLink | undefined }) {
  const id = useId()
  const isSending = useNavigation().formData?.get('intent') === 'preview'
  return (
    <details data-menu className="entry-menu" open={link !== undefined}>
      <summary className="entry-tool" title="Preview link">
        <Share2 className="size-4" aria-hidden="true" />
        <span className="sr-only">Preview link</span>
      </summary>
      <div className="entry-panel">
        <p>Saves your text. Anyone with the link sees the latest saved version until the link expires.</p>
        <div>
          <label htmlFor={`${id}-hours`} className="label">
            Expires after
          </label>
          <select
            id={`${id}-hours`}
            name="hours"
            form={ENTRY_FORM}
            defaultValue={24}
            className="input mt-1.5"
          >
            <Options of={lifetimes} />
          </select>
        </div>
        <button type="submit" form={ENTRY_FORM} name="intent" value="preview" className="button small">
          {isSending ? 'Creating' : 'Create preview link'}
        </button>
        <div role="status">
          {link && (
            <div className="space-y-3">
              <label htmlFor={`${id}-link`} className="label">
                Link
              </label>
              <input id={`${id}-link`} className="input" readOnly value={link.url} />
              <p className="text-muted">
                Expires on <Timestamp at={link.expires_at} />.
              </p>
              <p className="flex flex-wrap items-center gap-3">
                <CopyButton label="Copy" what="the preview link" text={link.url} />
                <a href={link.url} target="_blank" rel="noopener" className="link py-1">
                  Open in a new tab
                </a>
              </p>
            </div>
          )}
        </div>
      </div>
    </details>
  )
}
