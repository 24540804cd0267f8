import { useEffect, useId, useRef, useState } from 'react'
import { EntryImage } from '#app/features/cms/ui/entry-image.tsx'
import { Told, told } from '#app/ui/forms/field-messages.tsx'
import type { MarkdownEditor, Wrong } from '#app/features/cms/ui/markdown-editor.ts'
import type { Writable } from '#app/features/cms/ui/markdown-completion.ts'

type Props = {
  body: string
  /** What was wrong with the text when it was sent. */
  errors: string[]
  components: readonly Writable[]
  /** What is wrong with the text as it stands. */
  wrong: readonly Wrong[]
  changed: () => void
}

const hint =
  'Markdown. Type < for a component, ]( for the address of a page. Drop or paste an image to put it in.'

/** The text of an entry: a field of plain text, which an editor takes the place of where scripts run. */
export function EntryBody({ body, errors, components, wrong, changed }: Props) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<MarkdownEditor>()
  const latest = useRef({ components, changed })
  const [images, setImages] = useState<File[]>([])
  const error = errors.join(' ') || undefined

  useEffect(() => {
    latest.current = { components, changed }
  }, [components, changed])

  useEffect(() => {
    let isOver = false
    void import('#app/features/cms/ui/markdown-editor.ts').then(({ openMarkdownEditor }) => {
      if (isOver || !area.current) return
      editor.current = openMarkdownEditor({
        area: area.current,
        labelledBy: `${id}-label`,
        describedBy: told(id, hint, error),
        nonce: document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '',
        components: latest.current.components,
        changed: () => latest.current.changed(),
        files(files) {
          const given = files.filter(({ type }) => type.startsWith('image/'))
          setImages((waiting) => [...waiting, ...given])
          return given.length > 0
        },
      })
    })
    return () => {
      isOver = true
      editor.current?.close()
      editor.current = undefined
    }
    // The editor is opened once: what it is told at the beginning does not change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])

  useEffect(() => editor.current?.mark(wrong), [wrong])

  return (
    <div className="editor">
      <label id={`${id}-label`} htmlFor={id} className="label">
        Text
      </label>
      <Told id={id} hint={hint} error={error} />
      <div className="mt-1.5">
        <textarea
          ref={area}
          id={id}
          name="body"
          rows={24}
          className="input font-code text-[0.9375rem]"
          defaultValue={body}
          aria-invalid={error ? true : undefined}
          aria-describedby={told(id, hint, error)}
          onChange={changed}
        />
      </div>
      {images[0] && (
        <EntryImage
          key={`${images.length} ${images[0].name}`}
          file={images[0]}
          done={(text) => {
            setImages((waiting) => waiting.slice(1))
            if (text) editor.current?.insert(`${text}\n`)
          }}
        />
      )}
    </div>
  )
}
