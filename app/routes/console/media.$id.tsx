import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { changeMedia, deleteMedia, readMedia } from '#app/features/media/media.server.ts'
import { changeMediaInput } from '#app/features/media/schema.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { MediaDetail, MediaForms } from '#app/features/media/ui/media-detail.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Image' } as const

export const loader = page(handle.needs, async (ctx, { id, search }) => ({
  ...(await readMedia(ctx, { id })),
  done: search.get('done'),
}))

const confirmedForm = z.object({
  confirm: z.literal('yes', { error: 'Select the checkbox to confirm.' }),
  force: z.literal('yes').optional(),
})

export const action = forms(({ id }) => ({
  alt: formHandler(z.object(changeMediaInput.shape), async (ctx, { alt }) => {
    await changeMedia(ctx, { id, alt })
    return redirect(`/admin/media/${id}?done=changed`)
  }),
  delete: formHandler(confirmedForm, async (ctx, { force }) => {
    await deleteMedia(ctx, { id, force: force === 'yes' })
    return redirect('/admin/media?done=deleted')
  }),
}))

const doneMessages: Record<string, string> = {
  uploaded: 'The image was uploaded. Copy the image’s Markdown into an entry.',
  changed: 'The description was saved. Entries that already use the image keep their own text.',
}

export default function MediaPage() {
  const { media, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console
      here="/admin/media"
      crumbs={[]}
      title="Image"
      lead={<span className="[overflow-wrap:anywhere]">{media.name}</span>}
    >
      <PageNotice tone="done" title={!refusal && ownValue(doneMessages, done)} />
      <MediaDetail media={media} />
      <MediaForms media={media} alt={refusalFor('alt', refusal)} removal={refusalFor('delete', refusal)} />
    </Console>
  )
}
