import { useEffect, useId, useRef, useState } from 'react'
import type { BodyComponent } from '#app/features/cms/ui/markdown-completion.ts'
import type { MarkdownEditor, BodyIssue } from '#app/features/cms/ui/markdown-editor.ts'
import { sendMedia } from '#app/features/media/ui/media-upload.ts'
import { imageMarkdown } from '#app/site/image-paths.ts'
import { FieldMessages, describedBy } from '#app/ui/forms/field-messages.tsx'

type EntryImageProps = {
  file: File
  /** Receives the Markdown for the image, or null if the image was not uploaded. */
  done: (text: string | null) => void
}

/** Renders a form that asks for the alternative text and uploads a dropped or pasted image. */
function EntryImage({ file, done }: EntryImageProps) {
  const id = useId()
  const [alt, setAlt] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function send() {
    if (!alt.trim()) return setError('Describe the image for people who cannot see it.')
    setError(null)
    setSent(0)
    const answer = await sendMedia(file, { alt: alt.trim(), onProgress: setSent })
    setSent(null)
    if ('error' in answer) return setError(answer.error)
    done(imageMarkdown(answer.media.url, alt.trim()))
  }

  return (
    <div role="group" aria-label="Insert an image" className="mt-3 border-[1.5px] border-edge bg-raised p-4">
      <label htmlFor={id} className="label">
        What does {file.name || 'the image'} show?
      </label>
      {error && (
        <p id={`${id}-error`} role="alert" className="font-semibold text-stop">
          {error}
        </p>
      )}
      <input
        id={id}
        className="input mt-1.5"
        value={alt}
        maxLength={500}
        autoFocus
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') done(null)
          if (event.key !== 'Enter') return
          event.preventDefault()
          void send()
        }}
      />
      <p className="mt-3 flex flex-wrap items-center gap-4">
        <button type="button" className="button" disabled={sent !== null} onClick={() => void send()}>
          {sent === null ? 'Insert' : `Uploading, ${Math.round(sent * 100)}%`}
        </button>
        <button type="button" className="button small" onClick={() => done(null)}>
          Cancel
        </button>
      </p>
    </div>
  )
}

type Props = {
  body: string
  /** Errors of the body from the last submission. */
  errors: string[]
  components: readonly BodyComponent[]
  /** Issues in the current body. */
  wrong: readonly BodyIssue[]
  changed: () => void
}

const hint =
  'Markdown. Type < for a component or ]( for a link to a page. Drop or paste an image to insert it.'

/** Renders an entry's body field: a text area, which an editor replaces if JavaScript runs. */
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
        describedBy: describedBy(id, hint, error),
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
    // The editor is created only once, because its initial options never change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])

  useEffect(() => editor.current?.mark(wrong), [wrong])

  return (
    <div className="editor">
      <label id={`${id}-label`} htmlFor={id} className="label">
        Text
      </label>
      <FieldMessages id={id} hint={hint} error={error} />
      <div className="mt-1.5">
        <textarea
          ref={area}
          id={id}
          name="body"
          rows={24}
          className="input font-code text-[0.9375rem]"
          defaultValue={body}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
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
