import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sendMedia } from '#app/features/media/ui/media-upload.ts'
import { imageMarkdown } from '#app/site/image-paths.ts'

type Props = {
  file: File
  /** Receives the Markdown for the image, or null if the image was not uploaded. */
  done: (text: string | null) => void
  /** Brings the prompt into view after an error. */
  reveal: () => void
}

/** Submit actions that discard the text, so the image is not inserted first. */
const DISCARDS = ['drop', 'theirs']

/**
 * Renders a form that asks for the alternative text of an image, uploads it and shows the progress. If the form around
 * it is submitted, the image is inserted first.
 */
export function ImagePrompt({ file, done, reveal }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<AbortController>()
  const submission = useRef<SubmitEvent>()
  const [alt, setAlt] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)

  function stop(reason: string) {
    submission.current = undefined
    flushSync(() => {
      setSent(null)
      setError(reason)
      reveal()
    })
    input.current?.focus()
  }

  async function send() {
    if (sent !== null) return
    if (!alt.trim()) return stop('Describe the image for people who cannot see it.')
    setError(null)
    setSent(0)
    const { signal } = (upload.current = new AbortController())
    const answer = await sendMedia(file, { alt: alt.trim(), onProgress: setSent, signal })
    if (signal.aborted) return
    if ('error' in answer) return stop(answer.error)
    const form = input.current?.form
    const { submitter } = submission.current ?? {}
    // The form gets the new text, and the next prompt can stop the submission too.
    flushSync(() => done(imageMarkdown(answer.media.url, alt.trim())))
    if (submission.current) form?.requestSubmit(submitter)
  }

  useEffect(() => () => upload.current?.abort(), [])

  useEffect(() => {
    const form = input.current?.form
    const submitted = (event: SubmitEvent) => {
      if (event.submitter instanceof HTMLButtonElement && DISCARDS.includes(event.submitter.value)) return
      event.preventDefault()
      event.stopPropagation()
      submission.current = event
      void send()
    }
    form?.addEventListener('submit', submitted, true)
    return () => form?.removeEventListener('submit', submitted, true)
  })

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
        ref={input}
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
