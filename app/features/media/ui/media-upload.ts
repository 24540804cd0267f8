import type { Media } from '#app/features/media/schema.ts'

/** Uploaded image, or the message of the error. `isNew` is false if the image already existed. */
type Uploaded = { media: Media; isNew: boolean } | { error: string }

type Options = {
  alt?: string
  /** Called during the upload with the fraction that was sent, from 0 to 1. */
  onProgress?: (part: number) => void
  /** Aborts the upload and discards its data. */
  signal?: AbortSignal
}

/** Uploads an image as the signed-in editor. Never rejects. */
export function sendMedia(file: File, { alt = '', onProgress, signal }: Options = {}): Promise<Uploaded> {
  const form = new FormData()
  form.set('alt', alt)
  form.set('file', file)
  return new Promise((resolve) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    const failed = (error: string) => () => resolve({ error })
    request.open('POST', '/api/cms/media')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => resolve(read(request))
    request.onerror = failed('The server could not be reached. Try again.')
    request.onabort = failed('The upload was stopped.')
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (signal?.aborted) resolve({ error: 'The upload was stopped.' })
    else request.send(form)
  })
}

function read({ status, response }: XMLHttpRequest): Uploaded {
  const body = response as { media?: Media; error?: string } | null
  if (body?.media) return { media: body.media, isNew: status === 201 }
  return { error: body?.error ?? 'The image was rejected. Try again.' }
}

/** Returns the images in dropped or pasted data, in order. */
export const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
