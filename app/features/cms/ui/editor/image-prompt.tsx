import { useId, useState } from 'react'
import { sendMedia } from '#app/features/media/ui/media-upload.ts'
import { imageMarkdown } from '#app/site/image-paths.ts'

type Props = {
  file: File
  /** Receives the Markdown for the image, or null if the image was not uploaded. */
  done: (text: string | null) => void
}

/** Renders a form that asks for the alternative text of an image, uploads it and shows the progress. */
export function ImagePrompt({ file, done }: Props) {
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
    <div role="group" aria-label="Insert an image" className="entry-image">
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
