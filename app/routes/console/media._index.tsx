import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { listMedia, uploadMedia } from '#app/features/media/media.server.ts'
import { mediaLimits, mediaQuery, uploadInput } from '#app/features/media/schema.ts'
import { formWithFile } from '#app/http/pages/form-with-files.server.ts'
import { listQuery } from '#app/http/pages/list-query.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { ResultCount, Filters, SearchField } from '#app/ui/forms/filters.tsx'
import { MediaForm } from '#app/features/media/ui/media-form.tsx'
import { MediaGrid } from '#app/features/media/ui/media-grid.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { Pager } from '#app/ui/feedback/pager.tsx'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'cms:write', title: 'Media' } as const

export const loader = page(handle.needs, async (ctx, { request, search }) => {
  const { query, filters, number, path, pages } = listQuery(mediaQuery, request.url)
  const { media, total } = await listMedia(ctx, query)
  return {
    media,
    total,
    filters,
    number,
    path,
    pages: pages(total),
    isDeleted: search.get('done') === 'deleted',
  }
})

export const action = formWithFile(
  { needs: handle.needs, fields: z.object(uploadInput.shape), most: mediaLimits.bytes },
  async (ctx, { file, fields }) => {
    const { media } = await uploadMedia(ctx, { file, ...fields })
    return redirect(`/admin/media/${media.id}?done=uploaded`)
  },
)

export default function MediaPage() {
  const { media, total, filters, number, path, pages, isDeleted } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console here="/admin/media" title="Media" lead="Images for use in entries, newest first.">
      <PageNotice tone="done" title={isDeleted && !refusal && 'The image was deleted.'} />
      <section aria-labelledby="upload" className="mb-10 border-b border-line pb-10">
        <h2 id="upload" className="mb-4 text-3xl">
          Upload image
        </h2>
        <MediaForm refusal={refusal} />
      </section>
      <Filters label="Find images" clear={filters.q ? '/admin/media' : null}>
        <SearchField label="Part of the name or description" q={filters.q} />
      </Filters>
      <ResultCount total={total} one="image" many="images" />
      {media.length > 0 ? (
        <MediaGrid media={media} />
      ) : (
        <p className="mt-4 max-w-2xl text-soft">
          {filters.q
            ? 'No images match. Try part of a name or a word from a description.'
            : 'There are no images yet. Upload an image to use in an entry.'}
        </p>
      )}
      <Pager path={path} number={number} pages={pages} />
    </Console>
  )
}
