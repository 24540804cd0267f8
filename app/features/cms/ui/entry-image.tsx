import { useId, useState } from 'react'
import { imageMarkdown } from '#app/site/markdown.ts'
import { sendMedia } from '#app/features/media/ui/media-upload.ts'

type Props = {
  file: File
  /** Gets the text that shows the image; null when it was not taken after all. */
  done: (text: string | null) => void
}

/** Asks what an image shows that was dropped or pasted into a text, uploads it, and gives the text that shows it. */
export function EntryImage({ file, done }: Props) {
  const id = useId()
  const [alt, setAlt] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function send() {
    if (!alt.trim()) return setError('Say what the image shows, for those who do not see it.')
    setError(null)
    setSent(0)
    const answer = await sendMedia(file, { alt: alt.trim(), onProgress: setSent })
    setSent(null)
    if ('error' in answer) return setError(answer.error)
    done(imageMarkdown(answer.media.url, alt.trim()))
  }

  return (
    <div
      role="group"
      aria-label="An image for the text"
      className="mt-3 border-[1.5px] border-edge bg-raised p-4"
    >
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
          {sent === null ? 'Put it in' : `Sending, ${Math.round(sent * 100)} %`}
        </button>
        <button type="button" className="button small" onClick={() => done(null)}>
          Leave it out
        </button>
      </p>
    </div>
  )
}
