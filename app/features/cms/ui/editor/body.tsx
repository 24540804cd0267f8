import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { ImagePrompt } from '#app/features/cms/ui/editor/image-prompt.tsx'
import type { BodyComponent } from '#app/features/cms/ui/editor/markdown-completion.ts'
import type { BodyIssue, MarkdownEditor } from '#app/features/cms/ui/editor/markdown-editor.ts'
import type { ScrollView } from '#app/features/cms/ui/editor/scroll-sync.ts'
import { FieldMessages, describedBy } from '#app/ui/forms/field-messages.tsx'
import { useFieldState } from '#app/ui/forms/form-state.tsx'

/** Actions of the toolbar on the body. */
export type BodyActions = Pick<MarkdownEditor, 'apply' | 'focus'> & { chooseImages(): void }

type Props = {
  body: string
  /** Errors of the body from the last submission. */
  errors: string[]
  components: readonly BodyComponent[]
  /** Issues in the current body. */
  wrong: readonly BodyIssue[]
  changed: () => void
  scrolled: (top: number, range: ScrollView) => void
  /** Shows the text in place of the preview. */
  reveal: () => void
}

const isImage = ({ type }: File) => type.startsWith('image/')

/** Renders an entry's body field: a text area, which an editor replaces if JavaScript runs. */
export const EntryBody = forwardRef<BodyActions, Props>(function EntryBody(
  { body, errors, components, wrong, changed, scrolled, reveal },
  actions,
) {
  const { id, error } = useFieldState('body', errors.join('\n') || undefined)
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const editor = useRef<MarkdownEditor>()
  const latest = useRef({ components, changed, scrolled })
  const [images, setImages] = useState<File[]>([])

  useEffect(() => {
    latest.current = { components, changed, scrolled }
  }, [components, changed, scrolled])

  const add = (files: Iterable<File>) => {
    const given = [...files].filter(isImage)
    setImages((waiting) => [...waiting, ...given])
    return given.length > 0
  }
  const chooseImages = () => picker.current?.click()

  useImperativeHandle(actions, () => ({
    apply: (format) => editor.current?.apply(format),
    focus: () => (editor.current ?? area.current)?.focus(),
    chooseImages,
  }))

  useEffect(() => {
    let isOver = false
    void import('#app/features/cms/ui/editor/markdown-editor.ts').then(({ openMarkdownEditor }) => {
      if (isOver || !area.current) return
      const hadFocus = document.activeElement === area.current
      editor.current = openMarkdownEditor({
        area: area.current,
        labelledBy: `${id}-label`,
        describedBy: describedBy(id, undefined, error),
        nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '',
        components: latest.current.components,
        changed: () => latest.current.changed(),
        files: add,
        chooseImages,
        scrolled: (...view) => latest.current.scrolled(...view),
      })
      // A new entry has a title already, so the text comes next.
      const isFree = !document.activeElement?.closest('#pageContent *')
      if (hadFocus || (isFree && area.current.value === '')) editor.current.focus()
    })
    return () => {
      isOver = true
      editor.current?.close()
      editor.current = undefined
    }
    // The editor is created only once, because its initial options never change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id])

  useEffect(() => editor.current?.mark(wrong), [wrong])

  return (
    <div className="editor">
      <label id={`${id}-label`} htmlFor={id} className="label in-data-theme:sr-only">
        Text
      </label>
      <FieldMessages id={id} error={error} />
      <textarea
        ref={area}
        id={id}
        name="body"
        rows={16}
        defaultValue={body}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, undefined, error)}
        onChange={changed}
      />
      <p data-unscripted className="px-4 py-2 text-muted">
        To insert an image, upload it under{' '}
        <a href="/admin/media" className="link">
          Media
        </a>{' '}
        and paste its Markdown into the text.
      </p>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Images"
        onChange={({ target }) => {
          add(target.files ?? [])
          target.value = ''
        }}
      />
      {images[0] && (
        <ImagePrompt
          key={`${images.length} ${images[0].name}`}
          file={images[0]}
          reveal={reveal}
          done={(text) => {
            setImages((waiting) => waiting.slice(1))
            if (text) editor.current?.insertBlock(text)
            else editor.current?.focus()
          }}
        />
      )}
      <div role="status" className="entry-issues">
        {/* After a refusal, the same issues are above the text until it is edited. */}
        {!error && wrong.length > 0 && (
          <ul>
            {wrong.slice(0, 5).map(({ line, column, reason, isWarning }) => (
              <li key={`${line}:${column}:${reason}`} className={isWarning ? 'text-ink' : undefined}>
                {isWarning && 'Warning: '}
                {line !== null && `Line ${line}, column ${column}: `}
                {reason}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
})
