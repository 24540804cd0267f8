import { useRevalidator } from '@remix-run/react'
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Media, mediaLimits } from '#app/features/media/schema.ts'
import { imagesOf, sendMedia } from '#app/features/media/ui/media-upload.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { formatBytes } from '#app/primitives/bytes.ts'

/** Handles files that are dropped on `zone` or pasted anywhere. */
function useFileDrop(take: (data: DataTransfer | null) => void) {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData?.files.length) return
      event.preventDefault()
      latest.current(event.clipboardData)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const over = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  return {
    isOver,
    zone: {
      onDragEnter: over,
      onDragOver: over,
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        if (!holdsFiles(event)) return
        event.preventDefault()
        take(event.dataTransfer)
      },
    },
  }
}

type State =
  | { is: 'idle' }
  | { is: 'sending'; part: number }
  | { is: 'done'; media: Media; isNew: boolean }
  | { is: 'refused'; error: string }

/** Media types in the file dialog. The server detects the actual type. */
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml'

/** Renders the form that uploads selected, dropped or pasted images one at a time, with or without JavaScript. */
export function MediaForm({ refusal }: { refusal: FormRefusal | undefined }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>(
    refusal ? { is: 'refused', error: refusal.error } : { is: 'idle' },
  )
  const queue = useRef<File[]>([])
  const [waiting, setWaiting] = useState(0)
  const { revalidate } = useRevalidator()
  const isSending = state.is === 'sending'

  useEffect(() => {
    if (state.is === 'refused') form.current?.querySelector<HTMLElement>('[role="alert"]')?.focus()
  }, [state])

  function take(files: File[]) {
    form.current?.closest('details')?.setAttribute('open', '')
    queue.current.push(...files)
    if (!isSending) next()
    setWaiting(queue.current.length)
  }

  /** Loads the next file into the form and asks for its alternative text. */
  function next() {
    const first = queue.current.shift()
    setWaiting(queue.current.length)
    if (!first || !file.current) return
    const chosen = new DataTransfer()
    chosen.items.add(first)
    file.current.files = chosen.files
    form.current?.querySelector<HTMLInputElement>('[name="alt"]')?.focus()
  }
  const { isOver, zone } = useFileDrop((data) => take(imagesOf(data)))

  async function send(event: FormEvent<HTMLFormElement>) {
    const chosen = file.current?.files?.[0]
    if (!chosen) return
    event.preventDefault()
    if (isSending) return
    if (chosen.size > mediaLimits.bytes) {
      return setState({
        is: 'refused',
        error: `An image can be at most ${formatBytes(mediaLimits.bytes)}. Reduce the image size first.`,
      })
    }
    const alt = new FormData(event.currentTarget).get('alt') as string
    setState({ is: 'sending', part: 0 })
    const sent = await sendMedia(chosen, { alt, onProgress: (part) => setState({ is: 'sending', part }) })
    if ('error' in sent) return setState({ is: 'refused', ...sent })
    setState({ is: 'done', ...sent })
    form.current?.reset()
    revalidate()
    next()
  }

  return (
    <form
      ref={form}
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => void send(event)}
      className={`max-w-2xl space-y-5 border-2 border-dashed p-5 ${isOver ? 'border-amber bg-sunken' : 'border-edge'}`}
      {...zone}
    >
      {state.is === 'refused' && <Notice tone="stop" title={state.error} />}
      {state.is === 'done' && <Done {...state} />}
      <div>
        <label htmlFor={`${id}-file`} className="label">
          Image
        </label>
        <input
          ref={file}
          id={`${id}-file`}
          type="file"
          name="file"
          accept={ACCEPTED}
          aria-describedby={`${id}-hint`}
          className="input mt-1.5 file:mr-4 file:font-semibold"
          required
        />
        <p id={`${id}-hint`} className="mt-1 text-[0.9375rem] text-muted">
          PNG, JPEG, WebP, AVIF or GIF up to 20 MiB, or SVG up to 1 MiB.
          <span data-scripted> Drop it here, or paste it anywhere on this page.</span>
        </p>
        {waiting > 0 && <p className="mt-1 text-muted">{waiting} more after this one.</p>}
      </div>
      <Field
        label="Description"
        name="alt"
        hint="One sentence for people who cannot see the image. You can change the text later."
        maxLength={500}
        autoComplete="off"
        refusal={refusal}
      />
      <button type="submit" className="button" disabled={isSending}>
        {isSending ? 'Uploading' : 'Upload'}
      </button>
      {state.is === 'sending' && <Progress part={state.part} />}
    </form>
  )
}

function Progress({ part }: { part: number }) {
  const words = part < 1 ? `${Math.round(part * 100)}% sent` : 'Uploaded. It is being processed.'
  return (
    <p className="flex flex-wrap items-center gap-3">
      <progress value={part} max={1} aria-label="Upload" className="h-3 w-56 accent-amber" />
      <span role="status">{words}</span>
    </p>
  )
}

const Done = ({ media, isNew }: { media: Media; isNew: boolean }) => (
  <Notice tone="done" title={isNew ? `${media.name} was uploaded.` : 'This image already exists.'}>
    <a href={`/admin/media/${media.id}`} className="link">
      Use the image
    </a>
  </Notice>
)
