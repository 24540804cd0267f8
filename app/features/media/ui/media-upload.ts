import type { Media } from '#app/features/media/schema.ts'

/** The image, or the sentence that says why it was not taken. `isNew` is false where it was there already. */
type Uploaded = { media: Media; isNew: boolean } | { error: string }

type Options = {
  /** What the image shows, for those who do not see it. */
  alt?: string
  /** Called while the file is on its way, with the part that is sent, from 0 to 1. */
  onProgress?: (part: number) => void
  /** Ends the upload. What was sent of it is forgotten. */
  signal?: AbortSignal
}

/** Uploads an image as the signed-in editor, from any page of the console. Never rejects. */
export function sendMedia(file: File, { alt = '', onProgress, signal }: Options = {}): Promise<Uploaded> {
  const form = new FormData()
  form.set('alt', alt)
  form.set('file', file)
  return new Promise((resolve) => {
    // `fetch` does not say how much of a body is sent.
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
  return { error: body?.error ?? 'The image was not taken. Try again.' }
}

/** The images among what was dropped or pasted, in order. */
export const imagesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
